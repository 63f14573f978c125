/** A part of the code that is mutated. */
export interface Area {
  /** Globs of Stryker, relative to the repository. */
  readonly mutate: readonly string[];
  /** The tests that its mutants are tried against. Of these only those run that reach the mutant. */
  readonly tests: readonly string[];
  /** All its test files run in one thread for a mutant, which saves most of the time. */
  readonly sharesThread?: true;
}

/** Share of dead mutants in percent that is good enough for an area; mutants with a reason do not count. */
export const REQUIRED = 92;

/** Most important first. */
export const AREAS: Readonly<Record<string, Area>> = {
  claims: {
    mutate: ["lib/store/claims.ts"],
    tests: ["test/store/claims.test.ts"],
  },
  transactions: {
    mutate: ["lib/store/{transact,outbox}.ts"],
    tests: ["test/store/{transact,retried,optimistic,conditional,outbox}.test.ts"],
  },
  credits: {
    mutate: [
      "lib/{store,domain}/credit-shards.ts",
      "lib/store/credits.ts",
      "lib/domain/{ledger,purchase}.ts",
    ],
    tests: [
      "test/store/{credits,credit-shards,read-shards}.test.ts",
      "test/domain/{ledger,credit-shards,purchase}.test.ts",
      "test/use-cases/operator/command-line.test.ts",
    ],
  },
  settlement: {
    mutate: [
      "lib/use-cases/verification/{credit,plan-result,read-payment,settle-attempt}.ts",
      "lib/store/fingerprints.ts",
    ],
    // Without the random ones and the races of a hundred payments, which take seconds for every mutant.
    tests: [
      "test/use-cases/verification/{settle,settle-races,settle-results,payments,find-credit,evidence,reported}.test.ts",
      "test/use-cases/verification/{manual-provider,hidden-receivers,noticed-payments,moved-payments}.test.ts",
      "test/{store/fingerprints,functions/workers/unread-twins,functions/notices/{reversals,check-payments}}.test.ts",
      "test/use-cases/books/{accounts,row-money,sales,sold-rows}.test.ts",
    ],
    sharesThread: true,
  },
  submission: {
    mutate: ["lib/use-cases/verification/{submit,resume}.ts"],
    tests: [
      "test/use-cases/verification/{begin,checkout-listing,entered-again,resume,payments,manual-provider}.test.ts",
      "test/use-cases/verification/{decisions,settle,sweep}.test.ts",
      "test/use-cases/banks/{inquiry,shared-answers,single-flight}.test.ts",
    ],
    sharesThread: true,
  },
  notices: {
    mutate: [
      "lib/domain/notice-fit.ts",
      "lib/providers/reading/notice-{text,references}.ts",
      "lib/providers/notices.ts",
      "lib/providers/*/notice.ts",
    ],
    // Without the fuzz test, which takes seconds for every mutant.
    tests: [
      "test/domain/notice-fit.test.ts",
      "test/providers/notices/{conformance,reversals}.test.ts",
    ],
    sharesThread: true,
  },
  approval: {
    mutate: ["lib/use-cases/verification/decisions.ts", "lib/providers/references-within.ts"],
    tests: [
      "test/use-cases/verification/{decisions,payments,moved-payments,manual-provider,hidden-receivers}.test.ts",
      "test/providers/references-within.test.ts",
    ],
    sharesThread: true,
  },
  authorizer: {
    mutate: ["functions/authorizer.ts", "lib/pipeline/authorize/*.ts", "lib/domain/keys.ts"],
    tests: ["test/{functions/authorizer*,contract/roles,domain/keys}.test.ts"],
  },
  matching: {
    mutate: ["lib/domain/{matching,matching-*,money,account-number,names,name-words}.ts"],
    tests: ["test/domain/*.test.ts", "test/providers/pasted-text.test.ts"],
    sharesThread: true,
  },
  domain: {
    mutate: [
      "lib/domain/*.ts",
      "!lib/domain/{credit-shards,ledger,purchase,keys,matching,matching-*,money,account-number,names,name-words}.ts",
    ],
    tests: ["test/domain/*.test.ts"],
    sharesThread: true,
  },
  providers: {
    mutate: [
      "lib/providers/**/*.ts",
      // In an area of their own.
      "!lib/providers/notices.ts",
      "!lib/providers/**/{notice,notice-text,notice-references}.ts",
    ],
    // Without the fuzz test, which takes seconds for every mutant.
    tests: [
      "test/providers/!(fail-closed.fuzz).test.ts",
      "test/providers/reading/*.test.ts",
      "test/providers/conformance/conformance.test.ts",
    ],
    sharesThread: true,
  },
  books: {
    mutate: ["lib/use-cases/books/*.ts", "lib/store/books.ts"],
    tests: [
      "test/use-cases/books/*.test.ts",
      "test/functions/platform/{statements,book-sheets}.test.ts",
      "test/store/statements-around.test.ts",
    ],
    sharesThread: true,
  },
  statements: {
    mutate: ["web/dashboard/src/statements/*.ts"],
    // Without the large one and the random ones, which take seconds for every mutant.
    tests: [
      "test/pages/statement-{cells,columns,files,heads,pdf,rows}.test.ts",
      "test/pages/{ordinary,printed,untuned}-statements.test.ts",
    ],
    sharesThread: true,
  },
  team: {
    mutate: ["lib/use-cases/accounts/{invitations,members,memberships,team}.ts"],
    tests: ["test/use-cases/accounts/{team,members,invitations}.test.ts"],
    sharesThread: true,
  },
};
