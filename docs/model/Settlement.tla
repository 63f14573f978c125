----------------------------- MODULE Settlement -----------------------------
(* Two accounts, three checkouts, of which one needs two payments. One reference names another as its alias. *)
EXTENDS Protocol
OwnerOf == [c \in Checkouts |-> IF c = "c3" THEN "a2" ELSE "a1"]
AmountOf == [c \in Checkouts |-> IF c = "c1" THEN 2 ELSE 1]
KeysOf == [r \in Refs |-> IF r = "r1" THEN {"r1", "r2"} \cap Refs ELSE {r}]
=============================================================================
