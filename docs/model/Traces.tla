------------------------------- MODULE Traces -------------------------------
(* Protocol with the name of each step, so that a behavior can be replayed.  *)
(* Guards beyond the protocol's keep random walks where something happens:   *)
(* they cancel late, grant where a credit is missing, and overrun one lease. *)
(* No checkout comes to a second review: its event would be a second one.    *)
(* The relay of two checkouts is so late that their deliveries have ended.   *)
EXTENDS Settlement, Sequences
VARIABLE act

IsFirstReview(c) == status[c] = "review" \/ <<c, "review">> \notin events

HasEnded(e) == dlv[e].st \in {"succeeded", "failed"}

TInit == Init /\ act = <<"Init">>
TNext ==
  \/ \E c \in Checkouts, r \in Refs :
       \/ Store(c, r) /\ act' = <<"Store", c, r>>
       \/ (~IsWorking(c, r) \/ faults = 0) /\ Resume(c, r) /\ act' = <<"Resume", c, r>>
  \/ \E b \in begins :
       \/ List(b[1], b[2]) /\ act' = <<"List", b[1], b[2]>>
       \/ Withdraw(b[1], b[2]) /\ act' = <<"Withdraw", b[1], b[2]>>
       \/ CrashSubmission(b[1], b[2], b[3]) /\ act' = <<"CrashSubmission", b[1], b[2]>>
  \/ \E w \in workers :
       \/ Remove(w[1], w[2], w[3]) /\ act' = <<"Remove", w>>
       \/ Overtaken(w[1], w[2], w[3]) /\ act' = <<"Overtaken", w>>
       \/ Park(w[1], w[2], w[3]) /\ act' = <<"Park", w>>
       \/ IsFirstReview(w[1]) /\ GiveUp(w[1], w[2], w[3]) /\ act' = <<"GiveUp", w>>
       \/ IsFirstReview(w[1]) /\ Doubt(w[1], w[2], w[3]) /\ act' = <<"Doubt", w>>
       \/ Prove(w[1], w[2], w[3]) /\ act' = <<"Prove", w>>
       \/ CrashWorker(w[1], w[2], w[3]) /\ act' = <<"CrashWorker", w>>
  \/ \E c \in Checkouts :
       \/ Approve(c) /\ act' = <<"Approve", c>>
       \/ c = "c2" /\ status["c1"] # "open" /\ Cancel(c) /\ act' = <<"Cancel", c>>
  \/ \E c \in Checkouts, r \in Refs : status[c] = "review" /\ Release(c, r) /\ act' = <<"Release", c, r>>
  \/ \E a \in Accounts, g \in Grants : balance[a] = 0 /\ Grant(a, g) /\ act' = <<"Grant", a, g>>
  \/ \E e \in Events :
       \/ SendAhead(e) /\ act' = <<"SendAhead", e>>
       \/ LoseAhead(e) /\ act' = <<"LoseAhead", e>>
       \/ (e[1] = "c1" \/ HasEnded(e)) /\ Publish(e) /\ act' = <<"Publish", e>>
       \/ Skip(e) /\ act' = <<"Skip", e>>
       \/ Mark(e) /\ act' = <<"Mark", e>>
       \/ CrashRelay(e) /\ act' = <<"CrashRelay", e>>
       \/ Find(e) /\ act' = <<"Find", e>>
       \/ Remind(e) /\ act' = <<"Remind", e>>
       \/ ExpireLease(e) /\ act' = <<"ExpireLease", e>>
       \/ Ensure(e) /\ act' = <<"Ensure", e>>
       \/ Wake(e) /\ act' = <<"Wake", e>>
       \/ CrashFanOut(e) /\ act' = <<"CrashFanOut", e>>
  \/ \E m \in msgs :
       \/ Lease(m[1], m[2]) /\ act' = <<"Lease", m[1], m[2], dlv[m[1]].lease + 1>>
       \/ Drop(m[1], m[2]) /\ act' = <<"Drop", m[1], m[2]>>
  \/ \E s \in senders :
       \/ Post(s, "ok") /\ act' = <<"Post", s.event, s.lease, "ok">>
       \/ Post(s, "failed") /\ act' = <<"Post", s.event, s.lease, "failed">>
       \/ Record(s) /\ act' = <<"Record", s.event, s.lease>>
       \/ CrashSender(s) /\ act' = <<"CrashSender", s.event, s.lease>>
TSpec == TInit /\ [][TNext]_<<vars, act>>
=============================================================================
