------------------------------ MODULE Protocol ------------------------------
(* How a payment becomes one verified checkout, one credit and one webhook. *)
(* Each action is one step of one process; between any two of them the       *)
(* process may crash, and another one may run. Sets stand for queues, so     *)
(* that messages arrive in any order and more than once.                     *)
EXTENDS Naturals, FiniteSets, TLC

CONSTANTS
  Accounts,     \* accounts of merchants
  Checkouts,    \* checkouts, open at the beginning
  Refs,         \* references that payers may type
  Owner,        \* [Checkouts -> Accounts]
  Keys,         \* [Refs -> SUBSET Refs]: what a reference's receipt uses up: itself and its aliases
  Credits,      \* credits of each account at the beginning
  Grants,       \* ids of grants; each account may get each of them
  MaxTries,     \* how often a bank is asked before a person decides
  MaxAttempts,  \* automatic attempts of one delivery; 9 in the service
  MaxFaults,    \* crashes and overrun leases in one behavior
  Deliver,      \* whether events leave the outbox in this configuration
  Planted       \* faults that are planted: a subset of {"claim", "credits", "outbox", "lease", "orphan"}

VARIABLES
  status,    \* [Checkouts -> "open" | "review" | "verified" | "canceled"]
  att,       \* [Checkouts -> [Refs -> attempt]]
  begins,    \* submissions between their two writes: <<checkout, reference, whether the state is as they read it>>
  workers,   \* tries under way: <<checkout, reference, number of the try>>
  question,  \* [Checkouts -> what a person decides about in review]
  used,      \* [Checkouts -> references that verified it]
  proved,    \* [Checkouts -> whether a receipt verified it, and not only a person]
  claims,    \* [Accounts -> [Refs -> Checkouts \cup {None}]]
  balance,   \* [Accounts -> Nat], the stored balance
  granted,   \* [Accounts -> SUBSET Grants], the ledger's grants
  captures,  \* checkouts with a capture in the ledger
  events,    \* committed events: <<checkout, type>>
  outbox,    \* events that are not known to be on the bus
  relaying,  \* events that a relay has put on the bus and not yet marked
  bus,       \* events on the bus or in the queue of the fan-out
  fanning,   \* events whose delivery is stored and whose message is not sent yet
  dlv,       \* [events -> delivery]
  msgs,      \* messages of deliveries: <<event, attempt>>
  senders,   \* senders under way: [event, attempt, lease, result]
  got,       \* <<event, account>>: what an account's receiver has seen
  faults     \* faults so far

None == "none"
Types == {"review", "verified", "canceled"}
Events == Checkouts \X Types
settlement == <<status, att, begins, workers, question, used, proved, claims, balance, granted, captures, events>>
pipeline == <<relaying, bus, fanning, dlv, msgs, senders, got>>
vars == <<settlement, outbox, pipeline, faults>>

(* st: none, stored (no state lists it yet), leased, parked, credits, ended; ghost: listed, but there is no attempt. *)
(* left: what an ended attempt leaves for a person to decide about. *)
NoAttempt == [st |-> "none", tries |-> 0, receipt |-> FALSE, left |-> "nothing"]
NoDelivery == [st |-> "none", failures |-> 0, leased |-> FALSE, lease |-> 0]

Init ==
  /\ status = [c \in Checkouts |-> "open"]
  /\ att = [c \in Checkouts |-> [r \in Refs |-> NoAttempt]]
  /\ begins = {}
  /\ workers = {}
  /\ question = [c \in Checkouts |-> [ref |-> None, receipt |-> FALSE]]
  /\ used = [c \in Checkouts |-> {}]
  /\ proved = [c \in Checkouts |-> FALSE]
  /\ claims = [a \in Accounts |-> [r \in Refs |-> None]]
  /\ balance = [a \in Accounts |-> Credits]
  /\ granted = [a \in Accounts |-> {}]
  /\ captures = {}
  /\ events = {}
  /\ outbox = {}
  /\ relaying = {}
  /\ bus = {}
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
NoEvent == UNCHANGED <<events, outbox>>
SetAttempt(c, r, st) == att' = [att EXCEPT ![c][r].st = st]
EndAttempt(c, r, left) == att' = [att EXCEPT ![c][r] = [@ EXCEPT !.st = "ended", !.left = left]]
(* Whatever ends a checkout ends its attempts in the same transaction. *)
EndAttempts(c) ==
  att' = [att EXCEPT ![c] = [r \in Refs |->
           IF Waiting(c, r) THEN [att[c][r] EXCEPT !.st = "ended"] ELSE att[c][r]]]
IsClaimed(c, keys) == "claim" \notin Planted /\ \E k \in keys : claims[Owner[c]][k] # None
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
  /\ UNCHANGED <<status, workers, question, used, proved, claims, balance, granted, captures, pipeline, faults>>

(* Then the state, which lists it; refused where it has changed. It does not look at the attempt. *)
List(c, r) ==
  /\ <<c, r, TRUE>> \in begins
  /\ begins' = Overtake(c, begins \ {<<c, r, TRUE>>})
  /\ SetAttempt(c, r, IF att[c][r].st = "stored" THEN "leased" ELSE "ghost")
  /\ workers' = workers \cup {<<c, r, 1>>}
  /\ NoEvent
  /\ UNCHANGED <<status, question, used, proved, claims, balance, granted, captures, pipeline, faults>>

(* Refused: the submission deletes its attempt, unless another worker has taken it. *)
Withdraw(c, r) ==
  /\ <<c, r, FALSE>> \in begins
  /\ begins' = begins \ {<<c, r, FALSE>>}
  /\ att' = IF att[c][r].st = "stored" /\ att[c][r].tries = 1 THEN [att EXCEPT ![c][r] = NoAttempt] ELSE att
  /\ NoEvent
  /\ UNCHANGED <<status, workers, question, used, proved, claims, balance, granted, captures, pipeline, faults>>

CrashSubmission(c, r, isCurrent) ==
  /\ <<c, r, isCurrent>> \in begins
  /\ faults < MaxFaults
  /\ faults' = faults + 1
  /\ begins' = begins \ {<<c, r, isCurrent>>}
  /\ NoEvent
  /\ UNCHANGED <<status, att, workers, question, used, proved, claims, balance, granted, captures, pipeline>>

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
  /\ UNCHANGED <<status, question, used, proved, claims, balance, granted, captures, pipeline, faults>>

(* The try that still holds its attempt; any other one commits nothing. *)
Holds(c, r, n) == att[c][r].tries = n /\ Waiting(c, r)
Drops(c, r, n) == ~Holds(c, r, n) /\ ~(att[c][r].tries = n /\ att[c][r].st = "stored")
Leave(c, r, n) == workers' = workers \ {<<c, r, n>>}
Overtaken(c, r, n) ==
  /\ <<c, r, n>> \in workers
  /\ Drops(c, r, n)
  /\ Leave(c, r, n)
  /\ NoEvent
  /\ UNCHANGED <<status, att, begins, question, used, proved, claims, balance, granted, captures, pipeline, faults>>

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
  /\ UNCHANGED <<status, question, used, proved, claims, balance, granted, captures, pipeline, faults>>

ToReview(c, r, receipt) ==
  IF status[c] = "open"
  THEN /\ status' = [status EXCEPT ![c] = "review"]
       /\ question' = [question EXCEPT ![c] = [ref |-> r, receipt |-> receipt]]
       /\ Commit(c, "review")
  ELSE /\ question' = IF receipt /\ ~question[c].receipt
                      THEN [question EXCEPT ![c] = [ref |-> r, receipt |-> TRUE]]
                      ELSE question
       /\ NoEvent
       /\ UNCHANGED status

(* No bank decides: a person has to. *)
GiveUp(c, r, n) ==
  /\ <<c, r, n>> \in workers
  /\ Holds(c, r, n)
  /\ TakesPayment(c)
  /\ ~att[c][r].receipt
  /\ ToReview(c, r, FALSE)
  /\ EndAttempt(c, r, "typed")
  /\ Leave(c, r, n)
  /\ Changed(c)
  /\ UNCHANGED <<used, proved, claims, balance, granted, captures, pipeline, faults>>

(* A receipt that leaves a doubt. *)
Doubt(c, r, n) ==
  /\ <<c, r, n>> \in workers
  /\ Holds(c, r, n)
  /\ TakesPayment(c)
  /\ ~att[c][r].receipt
  /\ IF IsClaimed(c, Keys[r])
     THEN NoEvent /\ UNCHANGED <<status, question>> /\ EndAttempt(c, r, "nothing")
     ELSE ToReview(c, r, TRUE) /\ EndAttempt(c, r, "receipt")
  /\ Leave(c, r, n)
  /\ Changed(c)
  /\ UNCHANGED <<used, proved, claims, balance, granted, captures, pipeline, faults>>

(* State, claims, credit, ledger and event: all of them or none. *)
Verify(c, keys, byReceipt) ==
  /\ status' = [status EXCEPT ![c] = "verified"]
  /\ used' = [used EXCEPT ![c] = keys]
  /\ proved' = [proved EXCEPT ![c] = byReceipt]
  /\ claims' = [claims EXCEPT ![Owner[c]] =
                  [k \in Refs |-> IF k \in keys THEN c ELSE claims[Owner[c]][k]]]
  /\ balance' = [balance EXCEPT ![Owner[c]] = IF @ > 0 THEN @ - 1 ELSE @]
  /\ captures' = captures \cup {c}
  /\ Commit(c, "verified")

(* A receipt that fits. *)
Prove(c, r, n) ==
  /\ <<c, r, n>> \in workers
  /\ Holds(c, r, n)
  /\ TakesPayment(c)
  /\ Leave(c, r, n)
  /\ IF ~IsClaimed(c, Keys[r]) /\ ~HasCredit(c) /\ att[c][r].receipt THEN NoChange ELSE Changed(c)
  /\ CASE IsClaimed(c, Keys[r]) ->
            /\ EndAttempt(c, r, "nothing")
            /\ NoEvent
            /\ UNCHANGED <<status, used, proved, claims, balance, captures>>
       [] ~IsClaimed(c, Keys[r]) /\ ~HasCredit(c) ->
            /\ att' = [att EXCEPT ![c][r] = [@ EXCEPT !.st = "credits", !.receipt = TRUE]]
            /\ NoEvent
            /\ UNCHANGED <<status, used, proved, claims, balance, captures>>
       [] OTHER ->
            /\ EndAttempts(c)
            /\ Verify(c, Keys[r], TRUE)
  /\ UNCHANGED <<question, granted, pipeline, faults>>

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
  /\ UNCHANGED <<status, begins, question, used, proved, claims, balance, granted, captures, pipeline>>

CrashWorker(c, r, n) ==
  /\ <<c, r, n>> \in workers
  /\ faults < MaxFaults
  /\ faults' = faults + 1
  /\ Leave(c, r, n)
  /\ NoEvent
  /\ UNCHANGED <<status, att, begins, question, used, proved, claims, balance, granted, captures, pipeline>>

(* A person approves: with the receipt's references, or with the typed one where no bank gave any, and with those that no  *)
(* bank could answer for. All else that came with the checkout is used up too, unless another checkout has done so: then  *)
(* the person is warned first.                                                                                            *)
Approve(c) ==
  LET q == question[c]
      rest == Refs \ {q.ref}
      unread == {r \in rest : att[c][r].left = "typed"}
      own == unread \cup (IF q.receipt THEN Keys[q.ref] ELSE {q.ref})
      others == UNION {Keys[r] : r \in {s \in rest : att[c][s].left = "receipt"
                                                    \/ (Waiting(c, s) /\ att[c][s].receipt)}}
                \cup {r \in rest : Waiting(c, r) /\ ~att[c][r].receipt}
      free == {k \in others : ~IsClaimed(c, {k})} IN
  /\ status[c] = "review"
  /\ ~IsClaimed(c, own)
  /\ HasCredit(c)
  /\ Verify(c, own \cup free, q.receipt)
  /\ EndAttempts(c)
  /\ Changed(c)
  /\ UNCHANGED <<workers, question, granted, pipeline, faults>>

(* Proved money that waits for a credit must not be canceled away. *)
Cancel(c) ==
  /\ status[c] = "open"
  /\ \A r \in Refs : att[c][r].st # "credits"
  /\ status' = [status EXCEPT ![c] = "canceled"]
  /\ Commit(c, "canceled")
  /\ EndAttempts(c)
  /\ Changed(c)
  /\ UNCHANGED <<workers, question, used, proved, claims, balance, granted, captures, pipeline, faults>>

Grant(a, g) ==
  /\ g \notin granted[a]
  /\ granted' = [granted EXCEPT ![a] = @ \cup {g}]
  /\ balance' = [balance EXCEPT ![a] = @ + 1]
  /\ NoEvent
  /\ UNCHANGED <<status, att, begins, workers, question, used, proved, claims, captures, pipeline, faults>>

-----------------------------------------------------------------------------
(* The way of an event to its receiver.                                      *)

Publish(e) ==
  /\ Deliver
  /\ e \in outbox \ relaying
  /\ bus' = bus \cup {e}
  /\ relaying' = relaying \cup {e}
  /\ outbox' = IF "outbox" \in Planted THEN outbox \ {e} ELSE outbox
  /\ UNCHANGED <<settlement, fanning, dlv, msgs, senders, got, faults>>

Mark(e) ==
  /\ e \in relaying
  /\ relaying' = relaying \ {e}
  /\ outbox' = outbox \ {e}
  /\ UNCHANGED <<settlement, bus, fanning, dlv, msgs, senders, got, faults>>

(* With the planted fault the event leaves the outbox before the bus has it. *)
CrashRelay(e) ==
  /\ e \in relaying
  /\ faults < MaxFaults
  /\ faults' = faults + 1
  /\ relaying' = relaying \ {e}
  /\ bus' = IF "outbox" \in Planted THEN bus \ {e} ELSE bus
  /\ UNCHANGED <<settlement, outbox, fanning, dlv, msgs, senders, got>>

Ensure(e) ==
  /\ e \in bus \ fanning
  /\ fanning' = fanning \cup {e}
  /\ dlv' = IF dlv[e].st = "none" THEN [dlv EXCEPT ![e].st = "pending"] ELSE dlv
  /\ UNCHANGED <<settlement, outbox, relaying, bus, msgs, senders, got, faults>>

Wake(e) ==
  /\ e \in fanning
  /\ fanning' = fanning \ {e}
  /\ bus' = bus \ {e}
  /\ msgs' = IF dlv[e].st = "pending" /\ dlv[e].failures = 0 THEN msgs \cup {<<e, 1>>} ELSE msgs
  /\ UNCHANGED <<settlement, outbox, relaying, dlv, senders, got, faults>>

CrashFanOut(e) ==
  /\ e \in fanning
  /\ faults < MaxFaults
  /\ faults' = faults + 1
  /\ fanning' = fanning \ {e}
  /\ UNCHANGED <<settlement, outbox, relaying, bus, dlv, msgs, senders, got>>

(* The message of the next attempt: from the sender before, or from the sweeper. *)
Remind(e) ==
  /\ dlv[e].st = "pending"
  /\ ~dlv[e].leased
  /\ <<e, dlv[e].failures + 1>> \notin msgs
  /\ msgs' = msgs \cup {<<e, dlv[e].failures + 1>>}
  /\ UNCHANGED <<settlement, outbox, relaying, bus, fanning, dlv, senders, got, faults>>

(* The message stays in the queue until its sender is done. *)
Lease(e, n) ==
  /\ <<e, n>> \in msgs
  /\ dlv[e].st = "pending"
  /\ dlv[e].failures + 1 = n
  /\ ~dlv[e].leased
  /\ dlv' = [dlv EXCEPT ![e].leased = TRUE, ![e].lease = @ + 1]
  /\ senders' = senders \cup {[event |-> e, attempt |-> n, lease |-> dlv[e].lease + 1, result |-> None]}
  /\ UNCHANGED <<settlement, outbox, relaying, bus, fanning, msgs, got, faults>>

Drop(e, n) ==
  /\ <<e, n>> \in msgs
  /\ dlv[e].st # "pending" \/ dlv[e].failures + 1 # n
  /\ msgs' = msgs \ {<<e, n>>}
  /\ UNCHANGED <<settlement, outbox, relaying, bus, fanning, dlv, senders, got, faults>>

Post(s, result) ==
  /\ s \in senders
  /\ s.result = None
  /\ senders' = (senders \ {s}) \cup {[s EXCEPT !.result = result]}
  /\ got' = got \cup {<<s.event, Owner[s.event[1]]>>}
  /\ UNCHANGED <<settlement, outbox, relaying, bus, fanning, dlv, msgs, faults>>

(* Refused where another sender has taken the lease. One that only ran out does not matter. *)
Record(s) ==
  LET e == s.event
      isOwn == (dlv[e].st = "pending" /\ dlv[e].lease = s.lease) \/ "lease" \in Planted
      failed == dlv[e].failures + 1
      after == IF s.result = "ok"
               THEN [dlv[e] EXCEPT !.st = "succeeded", !.leased = FALSE]
               ELSE [dlv[e] EXCEPT !.st = IF failed = MaxAttempts THEN "failed" ELSE "pending",
                                   !.failures = failed, !.leased = FALSE] IN
  /\ s \in senders
  /\ s.result # None
  /\ senders' = senders \ {s}
  /\ dlv' = IF isOwn THEN [dlv EXCEPT ![e] = after] ELSE dlv
  /\ msgs' = msgs \ {<<e, s.attempt>>}
  /\ UNCHANGED <<settlement, outbox, relaying, bus, fanning, got, faults>>

CrashSender(s) ==
  /\ s \in senders
  /\ faults < MaxFaults
  /\ faults' = faults + 1
  /\ senders' = senders \ {s}
  /\ UNCHANGED <<settlement, outbox, relaying, bus, fanning, dlv, msgs, got>>

(* The lease of a dead sender ends, or that of a slow one, which is a fault. *)
HasSender(e) == \E s \in senders : s.event = e /\ s.lease = dlv[e].lease
ExpireLease(e) ==
  /\ dlv[e].leased
  /\ ~HasSender(e) \/ faults < MaxFaults
  /\ faults' = IF HasSender(e) THEN faults + 1 ELSE faults
  /\ dlv' = [dlv EXCEPT ![e].leased = FALSE]
  /\ UNCHANGED <<settlement, outbox, relaying, bus, fanning, msgs, senders, got>>

-----------------------------------------------------------------------------

Asked(c, r, n) == Prove(c, r, n) \/ Doubt(c, r, n) \/ GiveUp(c, r, n) \/ Park(c, r, n)
                  \/ Overtaken(c, r, n) \/ Remove(c, r, n)

Settle ==
  \/ \E c \in Checkouts, r \in Refs : Store(c, r) \/ Resume(c, r)
  \/ \E b \in begins : List(b[1], b[2]) \/ Withdraw(b[1], b[2]) \/ CrashSubmission(b[1], b[2], b[3])
  \/ \E w \in workers : Asked(w[1], w[2], w[3]) \/ CrashWorker(w[1], w[2], w[3])
  \/ \E c \in Checkouts : Approve(c) \/ Cancel(c)
  \/ \E a \in Accounts, g \in Grants : Grant(a, g)

Send ==
  \/ \E e \in Events : Publish(e) \/ Mark(e) \/ CrashRelay(e) \/ Ensure(e) \/ Wake(e)
                       \/ CrashFanOut(e) \/ Remind(e) \/ ExpireLease(e)
  \/ \E m \in msgs : Lease(m[1], m[2]) \/ Drop(m[1], m[2])
  \/ \E s \in senders : Post(s, "ok") \/ Post(s, "failed") \/ Record(s) \/ CrashSender(s)

Next == Settle \/ Send

(* Whoever has something to do does it at some time; nobody is forced to submit, decide or fail. *)
Fairness ==
  /\ \A c \in Checkouts, r \in Refs :
       /\ WF_vars(List(c, r) \/ Withdraw(c, r))
       /\ WF_vars(Resume(c, r) /\ faults' = faults)
       /\ WF_vars(\E n \in 1..(MaxTries + MaxFaults + Cardinality(Grants) + 1) : Asked(c, r, n))
  /\ \A e \in Events :
       /\ WF_vars(Publish(e)) /\ WF_vars(Mark(e)) /\ WF_vars(Ensure(e)) /\ WF_vars(Wake(e))
       /\ WF_vars(Remind(e)) /\ WF_vars(ExpireLease(e) /\ faults' = faults)
       /\ WF_vars(\E n \in 1..MaxAttempts : Lease(e, n))
       /\ WF_vars(\E s \in senders : s.event = e /\ (Post(s, "ok") \/ Post(s, "failed")))
       /\ WF_vars(\E s \in senders : s.event = e /\ Record(s))

Spec == Init /\ [][Next]_vars /\ Fairness

-----------------------------------------------------------------------------
(* What must hold in every state.                                            *)

Verified == {c \in Checkouts : status[c] = "verified"}
CapturesOf(a) == {c \in captures : Owner[c] = a}

BalanceIsLedger ==
  \A a \in Accounts : balance[a] + Cardinality(CapturesOf(a)) = Credits + Cardinality(granted[a])

VerifiedOnce ==
  /\ Verified = captures
  /\ Verified = {c \in Checkouts : <<c, "verified">> \in events}
  /\ Verified = {c \in Checkouts : \E k \in Refs : claims[Owner[c]][k] = c}
  /\ \A c \in Verified : \A k \in used[c] : claims[Owner[c]][k] = c

(* Two checkouts of one account, each verified by a receipt, never share a reference or an alias. *)
PaidOnce ==
  \A c, d \in Verified : c # d /\ Owner[c] = Owner[d] => used[c] \cap used[d] = {}

OwnClaimsOnly ==
  \A a \in Accounts, k \in Refs : claims[a][k] # None => Owner[claims[a][k]] = a

OnlyCommittedIsSent ==
  /\ bus \cup outbox \cup {g[1] : g \in got} \subseteq events
  /\ \A g \in got : Owner[g[1][1]] = g[2]

FailedAfterAll == \A e \in Events :
  /\ dlv[e].failures <= MaxAttempts
  /\ dlv[e].st = "failed" <=> dlv[e].failures = MaxAttempts
SucceededWasSeen == \A e \in Events : dlv[e].st = "succeeded" => <<e, Owner[e[1]]>> \in got

(* What a checkout lists is there: nobody can be asked about anything else, and the checkout would wait for ever. *)
ListedExists == \A c \in Checkouts, r \in Refs : att[c][r].st # "ghost"

Safety == ListedExists /\ BalanceIsLedger /\ VerifiedOnce /\ PaidOnce /\ OwnClaimsOnly /\ OnlyCommittedIsSent
          /\ FailedAfterAll /\ SucceededWasSeen

(* Stronger than what is promised: see "What the model found" in README.md. *)
TransferPaysOnce ==
  \A c, d \in Verified : c # d /\ Owner[c] = Owner[d] =>
    (UNION {Keys[k] : k \in used[c]}) \cap (UNION {Keys[k] : k \in used[d]}) = {}

(* States only along the table. *)
Transitions == [][\A c \in Checkouts : status'[c] # status[c] =>
  \/ status[c] = "open"
  \/ (status[c] = "review" /\ status'[c] = "verified")]_vars

(* Every committed event is delivered in the end, or given up after all its attempts. *)
EventsEnd == \A e \in Events : e \in events ~> dlv[e].st \in {"succeeded", "failed"}

(* Every attempt ends, unless it only waits for a credit. One that is only stored is listed, or it goes. *)
AttemptsEnd == \A c \in Checkouts, r \in Refs :
  /\ att[c][r].st = "leased" ~> att[c][r].st \in {"ended", "credits"}
  /\ att[c][r].st = "stored" ~> att[c][r].st # "stored"
=============================================================================
