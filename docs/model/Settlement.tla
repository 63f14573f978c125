----------------------------- MODULE Settlement -----------------------------
(* Two accounts, three checkouts, two references of which one names the other as its alias. *)
EXTENDS Protocol
OwnerOf == [c \in Checkouts |-> IF c = "c3" THEN "a2" ELSE "a1"]
KeysOf == [r \in Refs |-> IF r = "r1" THEN {"r1", "r2"} ELSE {"r2"}]
=============================================================================
