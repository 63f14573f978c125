------------------------------ MODULE Protocol ------------------------------
(* How a payment becomes one verified checkout, one credit and one webhook. *)
(* Each action is one step of one process; between any two of them the       *)
(* process may crash, and another one may run. Sets stand for queues, so     *)
(* that messages arrive in any order and more than once.                     *)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS
  Accounts,     \* accounts of merchants
  Checkouts,    \* checkouts, open at the beginning
  Refs,         \* references that payers may type; each is a transfer of one unit of money
  Owner,        \* [Checkouts -> Accounts]
  Amount,       \* [Checkouts -> Nat]: units that are asked for
  Keys,         \* [Refs -> SUBSET Refs]: what a reference's receipt claims: itself and its aliases
  Credits,      \* credits of each account at the beginning
  Grants,       \* ids of grants; each account may get each of them
  MaxTries,     \* how often a bank is asked before a person decides
  MaxAttempts,  \* automatic attempts of one delivery; 9 in the service
  MaxFaults,    \* crashes and overrun leases in one behavior
  Deliver,      \* types of the events that leave the outbox in this configuration; each is delivered by itself
  Planted       \* faults that are planted: a subset of {"claim", "move", "credits", "outbox", "lease", "orphan", "again", "found", "guard", "look"}

VARIABLES
  status,    \* [Checkouts -> "open" | "review" | "verified" | "canceled"]
  att,       \* [Checkouts -> [Refs -> attempt]]
  begins,    \* submissions between their two writes: <<checkout, reference, whether the state is as they read it>>
  workers,   \* tries under way: <<checkout, reference, number of the try>>
  pays,      \* [Checkouts -> [Refs -> payment]]: the payments of a checkout, each with its claims
  approved,  \* checkouts that a person has approved
  claims,    \* [Accounts -> [Refs -> Checkouts \cup {None}]]
  balance,   \* [Accounts -> Nat], the stored balance
  granted,   \* [Accounts -> SUBSET Grants], the ledger's grants
  captures,  \* checkouts with a capture in the ledger
  events,    \* committed events: <<checkout, type>>
  outbox,    \* events that are not known to be on the bus
  relaying,  \* events that a relay has put on the bus and not yet marked
  bus,       \* events on the bus or in the queue of the fan-out
  ahead,     \* events that who has committed them may still send to the senders, before it dies
  fanning,   \* events whose delivery is stored and whose message is not sent yet
  dlv,       \* [events -> delivery]
  msgs,      \* messages of deliveries: <<event, attempt>>
  senders,   \* senders under way: [event, attempt, lease, result]
  got,       \* <<event, account>>: what an account's receiver has seen
  faults     \* faults so far

None == "none"
Types == {"review", "verified", "canceled"}
Events == Checkouts \X Types
settlement == <<status, att, begins, workers, pays, approved, claims, balance, granted, captures, events>>
queues == <<relaying, bus, fanning>>
pipeline == <<queues, dlv, msgs, senders, got>>
vars == <<settlement, outbox, ahead, pipeline, faults>>

(* st: none, stored (no state lists it yet), leased, parked, credits, ended; ghost: listed, but there is no attempt. *)
NoAttempt == [st |-> "none", tries |-> 0, receipt |-> FALSE]
(* st: none, counted, doubtful. *)
NoPayment == [st |-> "none", keys |-> {}]
(* due: whether the sweeper finds it. *)
NoDelivery == [st |-> "none", failures |-> 0, leased |-> FALSE, lease |-> 0, due |-> FALSE]

Init ==
  /\ status = [c \in Checkouts |-> "open"]
  /\ att = [c \in Checkouts |-> [r \in Refs |-> NoAttempt]]
  /\ begins = {}
  /\ workers = {}
  /\ pays = [c \in Checkouts |-> [r \in Refs |-> NoPayment]]
  /\ approved = {}
  /\ claims = [a \in Accounts |-> [r \in Refs |-> None]]
  /\ balance = [a \in Accounts |-> Credits]
  /\ granted = [a \in Accounts |-> {}]
  /\ captures = {}
  /\ events = {}
  /\ outbox = {}
  /\ relaying = {}
  /\ bus = {}
  /\ ahead = {}
  /\ fanning = {}
  /\ dlv = TLCEval([e \in Events |-> NoDelivery])
  /\ msgs = {}
  /\ senders = {}
  /\ got = {}
  /\ faults = 0

-----------------------------------------------------------------------------
(* Settlement: each action below is one transaction of the table.            *)

Waiting(c, r) == att[c][r].st \in {"leased", "parked", "credits"}
TakesPayment(c) == status[c] \in {"open", "review"}
Commit(c, type) ==
  /\ events' = events \cup {<<c, type>>}
  /\ outbox' = outbox \cup {<<c, type>>}
  /\ ahead' = ahead \cup {<<c, type>>}
NoEvent == UNCHANGED <<events, outbox, ahead>>
SetAttempt(c, r, st) == att' = [att EXCEPT ![c][r].st = st]
EndAttempt(c, r) == SetAttempt(c, r, "ended")
(* Whatever ends a checkout ends its attempts in the same transaction. *)
EndAttempts(c) ==
  att' = [att EXCEPT ![c] = [r \in Refs |->
           IF Waiting(c, r) THEN [att[c][r] EXCEPT !.st = "ended"] ELSE att[c][r]]]
(* Checkouts that have claimed one of the keys. *)
Claimants(c, keys) ==
  IF "claim" \in Planted THEN {} ELSE {claims[Owner[c]][k] : k \in keys} \ {None}
Counted(c) == {r \in Refs : pays[c][r].st = "counted"}
Received(c) == Cardinality(Counted(c))
HasDoubt(c, without) == \E r \in Refs \ without : pays[c][r].st = "doubtful"
HasCredit(c) == "credits" \in Planted \/ balance[Owner[c]] > 0

(* Each change of a checkout's state raises its version. Whoever has read it before writes it no more. *)
Overtake(c, some) == {IF b[1] = c THEN <<c, b[2], FALSE>> ELSE b : b \in some}
Changed(c) == begins' = Overtake(c, begins)
NoChange == UNCHANGED begins

(* A submission is two writes. First the attempt. *)
IsBeginning(c, r) == \E b \in begins : b[1] = c /\ b[2] = r
Store(c, r) ==
  /\ status[c] = "open"
  /\ att[c][r].st = "none"
  /\ ~IsBeginning(c, r)
  /\ att' = [att EXCEPT ![c][r] = [NoAttempt EXCEPT !.st = "stored", !.tries = 1]]
  /\ begins' = begins \cup {<<c, r, TRUE>>}
  /\ NoEvent
  /\ UNCHANGED <<status, workers, pays, approved, claims, balance, granted, captures, pipeline, faults>>

(* Then the state, which lists it; refused where it has changed. It does not look at the attempt. *)
List(c, r) ==
  /\ <<c, r, TRUE>> \in begins
  /\ begins' = Overtake(c, begins \ {<<c, r, TRUE>>})
  /\ SetAttempt(c, r, IF att[c][r].st = "stored" THEN "leased" ELSE "ghost")
  /\ workers' = workers \cup {<<c, r, 1>>}
  /\ NoEvent
  /\ UNCHANGED <<status, pays, approved, claims, balance, granted, captures, pipeline, faults>>

(* Refused: the submission deletes its attempt, unless another worker has taken it. *)
Withdraw(c, r) ==
  /\ <<c, r, FALSE>> \in begins
  /\ begins' = begins \ {<<c, r, FALSE>>}
  /\ att' = IF att[c][r].st = "stored" /\ att[c][r].tries = 1 THEN [att EXCEPT ![c][r] = NoAttempt] ELSE att
  /\ NoEvent
  /\ UNCHANGED <<status, workers, pays, approved, claims, balance, granted, captures, pipeline, faults>>

CrashSubmission(c, r, isCurrent) ==
  /\ <<c, r, isCurrent>> \in begins
  /\ faults < MaxFaults
  /\ faults' = faults + 1
  /\ begins' = begins \ {<<c, r, isCurrent>>}
  /\ NoEvent
  /\ UNCHANGED <<status, att, workers, pays, approved, claims, balance, granted, captures, pipeline>>

(* The worker of an attempt that no state lists: one transaction deletes it and raises the version. *)
Remove(c, r, n) ==
  /\ <<c, r, n>> \in workers
  /\ att[c][r].st = "stored"
  /\ att[c][r].tries = n
  /\ att' = [att EXCEPT ![c][r] = NoAttempt]
  \* Any other worker of it finds nothing.
  /\ workers' = {w \in workers : w[1] # c \/ w[2] # r}
  /\ IF "orphan" \in Planted THEN NoChange ELSE Changed(c)
  /\ NoEvent
  /\ UNCHANGED <<status, pays, approved, claims, balance, granted, captures, pipeline, faults>>

(* The try that still holds its attempt; any other one commits nothing. *)
Holds(c, r, n) == att[c][r].tries = n /\ Waiting(c, r)
Drops(c, r, n) == ~Holds(c, r, n) /\ ~(att[c][r].tries = n /\ att[c][r].st = "stored")
Leave(c, r, n) == workers' = workers \ {<<c, r, n>>}
Overtaken(c, r, n) ==
  /\ <<c, r, n>> \in workers
  /\ Drops(c, r, n)
  /\ Leave(c, r, n)
  /\ NoEvent
  /\ UNCHANGED <<status, att, begins, pays, approved, claims, balance, granted, captures, pipeline, faults>>

(* The bank cannot be reached: tried again later. Whoever has a receipt asks no bank again. *)
Park(c, r, n) ==
  /\ <<c, r, n>> \in workers
  /\ Holds(c, r, n)
  /\ TakesPayment(c)
  /\ ~att[c][r].receipt
  /\ n < MaxTries
  /\ SetAttempt(c, r, "parked")
  /\ Leave(c, r, n)
  /\ NoChange
  /\ NoEvent
  /\ UNCHANGED <<status, pays, approved, claims, balance, granted, captures, pipeline, faults>>

ToReview(c) ==
  IF status[c] = "open"
  THEN status' = [status EXCEPT ![c] = "review"] /\ Commit(c, "review")
  ELSE NoEvent /\ UNCHANGED status

(* A payment belongs to the checkout from now on, with all its claims. *)
Add(c, r, st, keys) ==
  /\ pays' = [pays EXCEPT ![c][r] = [st |-> st, keys |-> keys]]
  /\ claims' = [claims EXCEPT ![Owner[c]] = [k \in Refs |-> IF k \in keys THEN c ELSE @[k]]]

(* A payment that only a person can count, unless some checkout holds it already. *)
AddDoubtful(c, r, n, keys) ==
  /\ <<c, r, n>> \in workers
  /\ Holds(c, r, n)
  /\ TakesPayment(c)
  /\ ~att[c][r].receipt
  /\ IF Claimants(c, keys) # {}
     THEN NoEvent /\ UNCHANGED <<status, pays, claims>>
     ELSE ToReview(c) /\ Add(c, r, "doubtful", keys)
  /\ EndAttempt(c, r)
  /\ Leave(c, r, n)
  /\ Changed(c)
  /\ UNCHANGED <<approved, balance, granted, captures, pipeline, faults>>

(* No bank decides: only the typed reference is known. *)
GiveUp(c, r, n) == AddDoubtful(c, r, n, {r})
(* A receipt that leaves a doubt. *)
Doubt(c, r, n) == AddDoubtful(c, r, n, Keys[r])

(* State, credit, ledger and event: all of them or none. *)
Capture(c) ==
  /\ balance' = [balance EXCEPT ![Owner[c]] = IF @ > 0 THEN @ - 1 ELSE @]
  /\ captures' = captures \cup {c}
  /\ Commit(c, "verified")
Verified(c) == [status EXCEPT ![c] = "verified"]

(* What a checkout becomes that loses a payment: a review without a doubt ends. *)
StatusWithout(d, r) == IF status[d] = "review" /\ ~HasDoubt(d, {r}) THEN "open" ELSE status[d]
(* A payment that waits for a credit takes its attempt with it. *)
WithoutWait(attempts, d, r) ==
  IF attempts[d][r].st \in {"credits", "leased"} THEN [attempts EXCEPT ![d][r].st = "ended"] ELSE attempts

(* The payment of another undecided checkout that this one still lacks, and nothing else. *)
Movable(c, r) ==
  {<<d, q>> \in Checkouts \X Refs :
     /\ d # c
     /\ TakesPayment(d)
     /\ Claimants(c, Keys[r]) = {d}
     /\ pays[d][q].st = "counted"
     /\ {p \in Refs : pays[d][p].keys \cap Keys[r] # {}} = {q}
     /\ Received(c) + 1 = Amount[c]
     /\ HasCredit(c)}

(* One transaction takes it from the one and verifies the other. *)
Move(c, r, d, q) ==
  LET keys == pays[d][q].keys \cup Keys[r]
      gone == IF "move" \in Planted THEN pays ELSE [pays EXCEPT ![d][q] = NoPayment]
      left == IF "move" \in Planted THEN status[d] ELSE StatusWithout(d, q)
      ended == [att EXCEPT ![c] = [x \in Refs |->
                  IF Waiting(c, x) THEN [att[c][x] EXCEPT !.st = "ended"] ELSE att[c][x]]] IN
  /\ pays' = [gone EXCEPT ![c][r] = [st |-> "counted", keys |-> keys]]
  /\ claims' = [claims EXCEPT ![Owner[c]] = [k \in Refs |-> IF k \in keys THEN c ELSE @[k]]]
  /\ status' = [Verified(c) EXCEPT ![d] = left]
  /\ att' = IF "move" \in Planted THEN ended ELSE WithoutWait(ended, d, q)
  /\ begins' = Overtake(c, Overtake(d, begins))
  /\ Capture(c)

(* A receipt that fits. One that waits for a credit is there already. *)
Prove(c, r, n) ==
  LET isHeld == pays[c][r].st = "counted"
      others == IF isHeld THEN {} ELSE Claimants(c, Keys[r])
      isWhole == Received(c) + (IF isHeld THEN 0 ELSE 1) >= Amount[c]
      Keep == IF isHeld THEN UNCHANGED <<pays, claims>> ELSE Add(c, r, "counted", Keys[r]) IN
  /\ <<c, r, n>> \in workers
  /\ Holds(c, r, n)
  /\ TakesPayment(c)
  /\ Leave(c, r, n)
  /\ \/ /\ others # {}
        /\ \E m \in Movable(c, r) : Move(c, r, m[1], m[2])
     \/ /\ others # {}
        /\ Movable(c, r) = {}
        /\ EndAttempt(c, r)
        /\ Changed(c)
        /\ NoEvent
        /\ UNCHANGED <<status, pays, claims, balance, captures>>
     \/ /\ others = {}
        /\ ~isWhole
        /\ Keep
        /\ EndAttempt(c, r)
        /\ Changed(c)
        /\ NoEvent
        /\ UNCHANGED <<status, balance, captures>>
     \/ /\ others = {}
        /\ isWhole
        /\ ~HasCredit(c)
        /\ Keep
        /\ att' = [att EXCEPT ![c][r] = [@ EXCEPT !.st = "credits", !.receipt = TRUE]]
        /\ IF isHeld THEN NoChange ELSE Changed(c)
        /\ NoEvent
        /\ UNCHANGED <<status, balance, captures>>
     \/ /\ others = {}
        /\ isWhole
        /\ HasCredit(c)
        /\ Keep
        /\ EndAttempts(c)
        /\ Changed(c)
        /\ status' = Verified(c)
        /\ Capture(c)
  /\ UNCHANGED <<approved, granted, pipeline, faults>>

(* The queue or the sweeper: after a wait, a grant, or the end of a dead worker's lease. *)
IsWorking(c, r) ==
  \/ \E w \in workers : w[1] = c /\ w[2] = r /\ w[3] = att[c][r].tries
  \/ IsBeginning(c, r) /\ att[c][r].tries = 1
Resume(c, r) ==
  /\ \/ att[c][r].st = "parked"
     \/ (att[c][r].st = "credits" /\ balance[Owner[c]] > 0)
     \/ (att[c][r].st \in {"leased", "stored"} /\ (~IsWorking(c, r) \/ faults < MaxFaults))
  /\ faults' = IF att[c][r].st \in {"leased", "stored"} /\ IsWorking(c, r) THEN faults + 1 ELSE faults
  /\ att' = [att EXCEPT ![c][r] = [@ EXCEPT !.st = IF @ = "stored" THEN @ ELSE "leased", !.tries = @ + 1]]
  /\ workers' = workers \cup {<<c, r, att[c][r].tries + 1>>}
  /\ NoEvent
  /\ UNCHANGED <<status, begins, pays, approved, claims, balance, granted, captures, pipeline>>

CrashWorker(c, r, n) ==
  /\ <<c, r, n>> \in workers
  /\ faults < MaxFaults
  /\ faults' = faults + 1
  /\ Leave(c, r, n)
  /\ NoEvent
  /\ UNCHANGED <<status, att, begins, pays, approved, claims, balance, granted, captures, pipeline>>

(* A person approves: every payment counts as it is. Nothing is claimed. *)
HasPayment(c) == \E r \in Refs : pays[c][r].st # "none"
Approve(c) ==
  /\ TakesPayment(c)
  /\ HasPayment(c)
  /\ HasCredit(c)
  /\ status' = Verified(c)
  /\ pays' = [pays EXCEPT ![c] = [r \in Refs |->
                IF @[r].st = "none" THEN @[r] ELSE [@[r] EXCEPT !.st = "counted"]]]
  /\ approved' = approved \cup {c}
  /\ Capture(c)
  /\ EndAttempts(c)
  /\ Changed(c)
  /\ UNCHANGED <<workers, claims, granted, pipeline, faults>>

Free(c, keys) == [claims EXCEPT ![Owner[c]] = [k \in Refs |-> IF k \in keys THEN None ELSE @[k]]]

(* Money that waits for a credit must not be canceled away. All other payments are released. *)
Cancel(c) ==
  /\ status[c] = "open"
  /\ \A r \in Refs : ~(Waiting(c, r) /\ att[c][r].receipt)
  /\ status' = [status EXCEPT ![c] = "canceled"]
  /\ claims' = Free(c, UNION {pays[c][r].keys : r \in Refs})
  /\ pays' = [pays EXCEPT ![c] = [r \in Refs |-> NoPayment]]
  /\ Commit(c, "canceled")
  /\ EndAttempts(c)
  /\ Changed(c)
  /\ UNCHANGED <<workers, approved, balance, granted, captures, pipeline, faults>>

(* The shop gives a payment back that came with the wrong checkout. *)
Release(c, r) ==
  /\ TakesPayment(c)
  /\ pays[c][r].st # "none"
  /\ claims' = Free(c, pays[c][r].keys)
  /\ pays' = [pays EXCEPT ![c][r] = NoPayment]
  /\ status' = [status EXCEPT ![c] = StatusWithout(c, r)]
  /\ att' = WithoutWait(att, c, r)
  /\ Changed(c)
  /\ NoEvent
  /\ UNCHANGED <<workers, approved, balance, granted, captures, pipeline, faults>>

Grant(a, g) ==
  /\ g \notin granted[a]
  /\ granted' = [granted EXCEPT ![a] = @ \cup {g}]
  /\ balance' = [balance EXCEPT ![a] = @ + 1]
  /\ NoEvent
  /\ UNCHANGED <<status, att, begins, workers, pays, approved, claims, captures, pipeline, faults>>

-----------------------------------------------------------------------------
(* The way of an event to its receiver.                                      *)

(* Who has committed the event wakes a sender itself, and may die before. Nobody waits for it: the relay brings the event, too. *)
SendAhead(e) ==
  /\ e[2] \in Deliver
  /\ e \in ahead
  /\ ahead' = ahead \ {e}
  /\ msgs' = msgs \cup {<<e, 1>>}
  /\ UNCHANGED <<settlement, outbox, queues, dlv, senders, got, faults>>

LoseAhead(e) ==
  /\ e[2] \in Deliver
  /\ e \in ahead
  /\ faults < MaxFaults
  /\ faults' = faults + 1
  /\ ahead' = ahead \ {e}
  /\ UNCHANGED <<settlement, outbox, pipeline>>

Publish(e) ==
  /\ e[2] \in Deliver
  /\ e \in outbox \ relaying
  /\ bus' = bus \cup {e}
  /\ relaying' = relaying \cup {e}
  /\ outbox' = IF "outbox" \in Planted THEN outbox \ {e} ELSE outbox
  /\ UNCHANGED <<settlement, ahead, fanning, dlv, msgs, senders, got, faults>>

Mark(e) ==
  /\ e \in relaying
  /\ relaying' = relaying \ {e}
  /\ outbox' = outbox \ {e}
  /\ UNCHANGED <<settlement, ahead, bus, fanning, dlv, msgs, senders, got, faults>>

(* The relay looks first. What it sees has ended stays off the fan-out; it may also see an older state, and publish. *)
Skip(e) ==
  /\ e[2] \in Deliver
  /\ e \in outbox \ relaying
  /\ dlv[e].st \in {"succeeded", "failed"} \/ ("look" \in Planted /\ dlv[e].st # "none")
  /\ relaying' = relaying \cup {e}
  /\ UNCHANGED <<settlement, outbox, ahead, bus, fanning, dlv, msgs, senders, got, faults>>

(* With the planted fault the event leaves the outbox before the bus has it. *)
CrashRelay(e) ==
  /\ e \in relaying
  /\ faults < MaxFaults
  /\ faults' = faults + 1
  /\ relaying' = relaying \ {e}
  /\ bus' = IF "outbox" \in Planted THEN bus \ {e} ELSE bus
  /\ UNCHANGED <<settlement, outbox, ahead, fanning, dlv, msgs, senders, got>>

(* The fan-out of the relay's copy. Its write is refused where the delivery exists. *)
Make(e) == [dlv EXCEPT ![e].st = "pending", ![e].due = TRUE]
Tell(e) == IF "guard" \in Planted \/ dlv[e].st # "pending" THEN dlv ELSE [dlv EXCEPT ![e].due = TRUE]
Ensure(e) ==
  /\ e \in bus \ fanning
  /\ dlv[e].st = "none" \/ "again" \in Planted
  /\ fanning' = fanning \cup {e}
  /\ dlv' = IF "again" \in Planted THEN [dlv EXCEPT ![e] = [NoDelivery EXCEPT !.st = "pending", !.due = TRUE]] ELSE Make(e)
  /\ UNCHANGED <<settlement, outbox, ahead, relaying, bus, msgs, senders, got, faults>>

(* Who finds the delivery leaves its message to who has made it. In case that one dies, the sweeper is told. *)
Find(e) ==
  /\ e \in bus \ fanning
  /\ dlv[e].st # "none" \/ "found" \in Planted
  /\ bus' = bus \ {e}
  /\ dlv' = Tell(e)
  /\ UNCHANGED <<settlement, outbox, ahead, relaying, fanning, msgs, senders, got, faults>>

Wake(e) ==
  /\ e \in fanning
  /\ fanning' = fanning \ {e}
  /\ bus' = bus \ {e}
  /\ msgs' = msgs \cup {<<e, 1>>}
  /\ UNCHANGED <<settlement, outbox, ahead, relaying, dlv, senders, got, faults>>

CrashFanOut(e) ==
  /\ e \in fanning
  /\ faults < MaxFaults
  /\ faults' = faults + 1
  /\ fanning' = fanning \ {e}
  /\ UNCHANGED <<settlement, outbox, ahead, relaying, bus, dlv, msgs, senders, got>>

(* The message of the next attempt: from the sender before, or from the sweeper. *)
Remind(e) ==
  /\ dlv[e].st = "pending"
  /\ dlv[e].due
  /\ ~dlv[e].leased
  /\ <<e, dlv[e].failures + 1>> \notin msgs
  /\ msgs' = msgs \cup {<<e, dlv[e].failures + 1>>}
  /\ UNCHANGED <<settlement, outbox, ahead, queues, dlv, senders, got, faults>>

(* The message stays in the queue until its sender is done, or it comes once more while the sender is at work. A message that *)
(* came ahead of the relay makes the delivery, which no sweeper knows then.                                                    *)
Lease(e, n) ==
  /\ <<e, n>> \in msgs
  /\ dlv[e].st \in {"none", "pending"}
  /\ dlv[e].failures + 1 = n
  /\ ~dlv[e].leased
  /\ dlv' = [dlv EXCEPT ![e].st = "pending", ![e].leased = TRUE, ![e].lease = @ + 1]
  /\ senders' = senders \cup {[event |-> e, attempt |-> n, lease |-> dlv[e].lease + 1, result |-> None]}
  /\ UNCHANGED <<settlement, outbox, ahead, queues, msgs, got, faults>>

Drop(e, n) ==
  /\ <<e, n>> \in msgs
  /\ dlv[e].st # "none"
  /\ dlv[e].st # "pending" \/ dlv[e].failures + 1 # n \/ dlv[e].leased
  /\ msgs' = msgs \ {<<e, n>>}
  /\ UNCHANGED <<settlement, outbox, ahead, queues, dlv, senders, got, faults>>

Post(s, result) ==
  /\ s \in senders
  /\ s.result = None
  /\ senders' = (senders \ {s}) \cup {[s EXCEPT !.result = result]}
  /\ got' = got \cup {<<s.event, Owner[s.event[1]]>>}
  /\ UNCHANGED <<settlement, outbox, ahead, queues, dlv, msgs, faults>>

(* Refused where another sender has taken the lease. One that only ran out does not matter. *)
Record(s) ==
  LET e == s.event
      isOwn == (dlv[e].st = "pending" /\ dlv[e].lease = s.lease) \/ "lease" \in Planted
      failed == dlv[e].failures + 1
      after == IF s.result = "ok"
               THEN [dlv[e] EXCEPT !.st = "succeeded", !.leased = FALSE]
               ELSE [dlv[e] EXCEPT !.st = IF failed = MaxAttempts THEN "failed" ELSE "pending",
                                   !.failures = failed, !.leased = FALSE, !.due = TRUE] IN
  /\ s \in senders
  /\ s.result # None
  /\ senders' = senders \ {s}
  /\ dlv' = IF isOwn THEN [dlv EXCEPT ![e] = after] ELSE dlv
  /\ msgs' = msgs \ {<<e, s.attempt>>}
  /\ UNCHANGED <<settlement, outbox, ahead, queues, got, faults>>

CrashSender(s) ==
  /\ s \in senders
  /\ faults < MaxFaults
  /\ faults' = faults + 1
  /\ senders' = senders \ {s}
  /\ UNCHANGED <<settlement, outbox, ahead, queues, dlv, msgs, got>>

(* The lease of a dead sender ends, or that of a slow one, which is a fault. *)
HasSender(e) == \E s \in senders : s.event = e /\ s.lease = dlv[e].lease
ExpireLease(e) ==
  /\ dlv[e].leased
  /\ ~HasSender(e) \/ faults < MaxFaults
  /\ faults' = IF HasSender(e) THEN faults + 1 ELSE faults
  /\ dlv' = [dlv EXCEPT ![e].leased = FALSE]
  /\ UNCHANGED <<settlement, outbox, ahead, queues, msgs, senders, got>>

-----------------------------------------------------------------------------

Asked(c, r, n) == Prove(c, r, n) \/ Doubt(c, r, n) \/ GiveUp(c, r, n) \/ Park(c, r, n)
                  \/ Overtaken(c, r, n) \/ Remove(c, r, n)

Settle ==
  \/ \E c \in Checkouts, r \in Refs : Store(c, r) \/ Resume(c, r)
  \/ \E b \in begins : List(b[1], b[2]) \/ Withdraw(b[1], b[2]) \/ CrashSubmission(b[1], b[2], b[3])
  \/ \E w \in workers : Asked(w[1], w[2], w[3]) \/ CrashWorker(w[1], w[2], w[3])
  \/ \E c \in Checkouts : Approve(c) \/ Cancel(c)
  \/ \E c \in Checkouts, r \in Refs : Release(c, r)
  \/ \E a \in Accounts, g \in Grants : Grant(a, g)

Send ==
  \/ \E e \in Checkouts \X Deliver : SendAhead(e) \/ LoseAhead(e) \/ Publish(e) \/ Skip(e) \/ Mark(e) \/ CrashRelay(e)
                       \/ Find(e) \/ Remind(e) \/ ExpireLease(e) \/ Ensure(e) \/ Wake(e) \/ CrashFanOut(e)
  \/ \E m \in msgs : Lease(m[1], m[2]) \/ Drop(m[1], m[2])
  \/ \E s \in senders : Post(s, "ok") \/ Post(s, "failed") \/ Record(s) \/ CrashSender(s)

Next == Settle \/ Send

(* Whoever has something to do does it at some time; nobody is forced to submit, decide or fail. *)
Fairness ==
  /\ \A c \in Checkouts, r \in Refs :
       /\ WF_vars(List(c, r) \/ Withdraw(c, r))
       /\ WF_vars(Resume(c, r) /\ faults' = faults)
       /\ WF_vars(\E n \in 1..(MaxTries + MaxFaults + Cardinality(Grants) + 1) : Asked(c, r, n))
  /\ \A e \in Checkouts \X Deliver :
       /\ WF_vars(Publish(e) \/ Skip(e)) /\ WF_vars(Mark(e))
       /\ WF_vars(Ensure(e) \/ Find(e)) /\ WF_vars(Wake(e))
       /\ WF_vars(Remind(e)) /\ WF_vars(ExpireLease(e) /\ faults' = faults)
       /\ WF_vars(\E n \in 1..MaxAttempts : Lease(e, n))
       /\ WF_vars(\E s \in senders : s.event = e /\ (Post(s, "ok") \/ Post(s, "failed")))
       /\ WF_vars(\E s \in senders : s.event = e /\ Record(s))

Spec == Init /\ [][Next]_vars /\ Fairness

-----------------------------------------------------------------------------
(* What must hold in every state.                                            *)

Paid == {c \in Checkouts : status[c] = "verified"}
CapturesOf(a) == {c \in captures : Owner[c] = a}

BalanceIsLedger ==
  \A a \in Accounts : balance[a] + Cardinality(CapturesOf(a)) = Credits + Cardinality(granted[a])

VerifiedOnce ==
  /\ Paid = captures
  /\ Paid = {c \in Checkouts : <<c, "verified">> \in events}
  /\ \A c \in Paid : HasPayment(c) /\ (Received(c) >= Amount[c] \/ c \in approved)

(* Each claim names the one checkout that lists it; no two payments have one reference or alias. *)
ClaimsAreListed ==
  /\ \A c \in Checkouts, k \in Refs :
       claims[Owner[c]][k] = c <=> \E r \in Refs : k \in pays[c][r].keys
  /\ \A c \in Checkouts, r, q \in Refs : r # q => pays[c][r].keys \cap pays[c][q].keys = {}

OwnClaimsOnly ==
  \A a \in Accounts, k \in Refs : claims[a][k] # None => Owner[claims[a][k]] = a

OnlyCommittedIsSent ==
  /\ bus \cup ahead \cup outbox \cup {g[1] : g \in got} \subseteq events
  /\ \A g \in got : Owner[g[1][1]] = g[2]

FailedAfterAll == \A e \in Events :
  /\ dlv[e].failures <= MaxAttempts
  /\ dlv[e].st = "failed" <=> dlv[e].failures = MaxAttempts
SucceededWasSeen == \A e \in Events : dlv[e].st = "succeeded" => <<e, Owner[e[1]]>> \in got

(* What a checkout lists is there: nobody can be asked about anything else, and the checkout would wait for ever. *)
ListedExists == \A c \in Checkouts, r \in Refs : att[c][r].st # "ghost"

Safety == ListedExists /\ BalanceIsLedger /\ VerifiedOnce /\ ClaimsAreListed /\ OwnClaimsOnly /\ OnlyCommittedIsSent
          /\ FailedAfterAll /\ SucceededWasSeen

(* Stronger than what is promised: see "What the model found" in README.md. *)
AllKeys(c) == UNION {UNION {Keys[k] : k \in pays[c][r].keys} : r \in Refs}
TransferPaysOnce ==
  \A c, d \in Paid : c # d /\ Owner[c] = Owner[d] => AllKeys(c) \cap AllKeys(d) = {}

(* One delivery for each event: nothing makes it anew. *)
MadeOnce == [][\A e \in Events : dlv[e].st # "none" => dlv'[e].lease >= dlv[e].lease /\ dlv'[e].failures >= dlv[e].failures]_vars

(* States only along the table. *)
Transitions == [][\A c \in Checkouts : status'[c] # status[c] =>
  \/ status[c] = "open"
  \/ (status[c] = "review" /\ status'[c] \in {"verified", "open"})]_vars

(* Every committed event is delivered in the end, or given up after all its attempts. *)
EventsEnd == \A e \in Checkouts \X Deliver : e \in events ~> dlv[e].st \in {"succeeded", "failed"}

(* Every attempt ends, unless it only waits for a credit. One that is only stored is listed, or it goes. *)
AttemptsEnd == \A c \in Checkouts, r \in Refs :
  /\ att[c][r].st = "leased" ~> att[c][r].st \in {"ended", "credits"}
  /\ att[c][r].st = "stored" ~> att[c][r].st # "stored"
=============================================================================
