import type { Table } from "../../lib/store/transact.ts";
import { DeliverySteps } from "./delivery-steps.ts";
import { ModelNames } from "./model-names.ts";
import { ModelView } from "./model-view.ts";
import { SettlementSteps } from "./settlement-steps.ts";
import type { TlaValue } from "./tla-values.ts";

/** One action of the model is one call of the real functions, on the real table engine. */
export class ProtocolRun {
  readonly settlement: SettlementSteps;
  readonly delivery: DeliverySteps;
  readonly #view: ModelView;

  private constructor(names: ModelNames) {
    this.settlement = new SettlementSteps(names);
    this.delivery = new DeliverySteps(names);
    this.#view = new ModelView(names);
  }

  /** Two accounts with a credit each, and their checkouts, as the model begins. */
  static async open(table: Table): Promise<ProtocolRun> {
    const names = new ModelNames(table);
    await names.open();
    return new ProtocolRun(names);
  }

  async act([name, ...args]: readonly TlaValue[]): Promise<void> {
    const action = ACTIONS[String(name)];
    if (action === undefined)
      throw new Error(`the replay does not know the action ${String(name)}`);
    await action(this, args);
  }

  look(path: string): Promise<unknown> {
    return this.#view.look(path);
  }
}

type Args = readonly TlaValue[];
const text = (value: TlaValue | undefined) => String(value);
const event = (value: TlaValue | undefined) => value as readonly string[];
const joined = (value: TlaValue | undefined) => event(value).join("/");
const sender = ([e, lease]: Args) => `${joined(e)}/${text(lease)}`;

/** By the names of `docs/model/Traces.tla`. */
const ACTIONS: Readonly<
  Record<string, (protocol: ProtocolRun, args: Args) => Promise<void> | void>
> = {
  Store: ({ settlement }, [c, r]) => settlement.store(text(c), text(r)),
  List: ({ settlement }, [c, r]) => settlement.list(text(c), text(r), "listed"),
  Withdraw: ({ settlement }, [c, r]) => settlement.list(text(c), text(r), "refused"),
  CrashSubmission: ({ settlement }, [c, r]) => settlement.crashSubmission(text(c), text(r)),
  Remove: ({ settlement }, [w]) => settlement.remove(joined(w)),
  Resume: ({ settlement }, [c, r]) => settlement.resume(text(c), text(r)),
  Overtaken: ({ settlement }, [w]) => settlement.settle(joined(w), "fits"),
  Park: ({ settlement }, [w]) => settlement.settle(joined(w), "down"),
  GiveUp: ({ settlement }, [w]) => settlement.settle(joined(w), "manual"),
  Doubt: ({ settlement }, [w]) => settlement.settle(joined(w), "doubtful"),
  Prove: ({ settlement }, [w]) => settlement.settle(joined(w), "fits"),
  CrashWorker: ({ settlement }, [w]) => settlement.crashWorker(joined(w)),
  Approve: ({ settlement }, [c]) => settlement.approve(text(c)),
  Release: ({ settlement }, [c, r]) => settlement.release(text(c), text(r)),
  Cancel: ({ settlement }, [c]) => settlement.cancel(text(c)),
  Grant: ({ settlement }, [a, g]) => settlement.grant(text(a), text(g)),
  Publish: ({ delivery }, [e]) => delivery.relay(event(e)),
  Skip: ({ delivery }, [e]) => delivery.skip(event(e)),
  Mark: ({ delivery }, [e]) => delivery.mark(event(e)),
  CrashRelay: () => {},
  SendAhead: () => {},
  LoseAhead: () => {},
  Find: ({ delivery }, [e]) => delivery.fanOut(event(e)),
  Ensure: ({ delivery }, [e]) => delivery.fanOut(event(e)),
  Wake: () => {},
  CrashFanOut: () => {},
  Remind: () => {},
  ExpireLease: ({ delivery }, [e]) => delivery.expireLease(event(e)),
  Lease: ({ delivery }, [e, n, lease]) => delivery.lease(event(e), Number(n), Number(lease)),
  Drop: ({ delivery }, [e, n]) => delivery.drop(event(e), Number(n)),
  Post: ({ delivery }, args) => delivery.post(sender(args), text(args[2])),
  Record: ({ delivery }, args) => delivery.record(sender(args)),
  CrashSender: ({ delivery }, args) => delivery.crashSender(sender(args)),
};
