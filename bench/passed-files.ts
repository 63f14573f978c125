import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Profiler } from "node:inspector";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { MeteredService } from "../test/support/metered-service.ts";
import type { Stop } from "./coverage-thread.ts";
import type { Figure } from "./figure.ts";
import { captureLog } from "./payment-path.ts";

const ROOT = join(import.meta.dirname, "..");
const COUNTED = /^lib\/(use-cases|domain|store)\//;
const FIRST = { file: "lib/use-cases/verification/submit.ts", name: "submitInput" };
const LAST = { file: "lib/use-cases/verification/settle-attempt.ts", name: "settleAttempt" };

interface Place {
  readonly file: string;
  readonly name: string;
}

/** What the names in a file mean. */
interface SourceFile {
  /** What the functions of the file have executed, by their names; all else is blank, texts and comments as well. */
  readonly ran: ReadonlyMap<string, string>;
  readonly imports: ReadonlyMap<string, Place>;
}

/** A reader's step into a function of another file: for the first time or again, or back to the caller. */
interface Step extends Place {
  readonly kind: "first" | "again" | "back";
}

/**
 * P18: the files that a reader passes who follows a pasted SMS from `submitInput` to `settleAttempt`. The reader takes the
 * calls in the order of the source, follows each function once, and goes back to its caller after it.
 */
export async function passedFiles(service: MeteredService): Promise<Figure> {
  const files = await ranDuring(await payableBySms(service));
  const steps = walk(files);
  const count = (kind: Step["kind"]) => steps.filter((step) => step.kind === kind).length;
  const passed = new Set([FIRST.file, ...steps.map(({ file }) => file)]);
  return {
    id: "P18",
    title: "files that a pasted SMS passes, from submitInput to settleAttempt",
    how: "Functions of lib/use-cases, lib/domain and lib/store that one live payment executes, by V8's precise coverage, in the order of their calls in the source, each once.",
    rows: [
      { what: "files", count: passed.size },
      { what: "calls back into an earlier file", count: count("again") },
      { what: "returns to a caller in another file", count: count("back") },
    ],
    details: steps.map(({ file, name, kind }) => `${kind}: ${file} ${name}`),
  };
}

/** Makes a checkout and a transfer of its amount; the result submits the SMS about it. */
async function payableBySms(service: MeteredService): Promise<() => Promise<void>> {
  const { body } = await service.create();
  const token = String(body.pay_url).split("/").at(-2) ?? "";
  const reference = await service.pay(150_000);
  const sms = `Dear Abebe You have transferred ETB 1,500.00 to Kaldi. Your transaction number is ${reference}. Thank you for using telebirr`;
  return async () => {
    const log = captureLog();
    try {
      const paid = await service.submit(token, sms);
      if (paid.body.status !== "verified") throw new Error("P18: not verified");
    } finally {
      log.restore();
    }
  };
}

/** The counted files, with what `run` executes between the starts of `FIRST` and `LAST`. */
async function ranDuring(run: () => Promise<void>): Promise<ReadonlyMap<string, SourceFile>> {
  const workerData = [stopAt(FIRST), stopAt(LAST)];
  const thread = new Worker(new URL("coverage-thread.ts", import.meta.url), { workerData });
  try {
    await once(thread, "message");
    const covered = once(thread, "message");
    await run();
    const [scripts] = (await covered) as [readonly Profiler.ScriptCoverage[]];
    return new Map(
      scripts
        .filter(({ url }) => url.startsWith("file:"))
        .map(({ url, functions }) => [relative(ROOT, fileURLToPath(url)), functions] as const)
        .filter(([file]) => COUNTED.test(file))
        .map(([file, functions]) => [file, sourceFile(file, functions)]),
    );
  } finally {
    await thread.terminate();
  }
}

function stopAt({ file, name }: Place): Stop {
  const path = join(ROOT, file);
  const [before = ""] = readFileSync(path, "utf8").split(`function ${name}(`);
  return { url: pathToFileURL(path).href, lineNumber: before.split("\n").length - 1 };
}

function sourceFile(file: string, report: readonly Profiler.FunctionCoverage[]): SourceFile {
  const text = stripTypeScriptTypes(readFileSync(join(ROOT, file), "utf8"));
  const code = text.replaceAll(COMMENT_OR_TEXT, (found) => " ".repeat(found.length));
  const executed = new Uint8Array(text.length);
  // V8 lists functions and blocks before those within them.
  const named = report.filter(({ ranges }) => ranges[0]?.startOffset !== 0);
  for (const { startOffset, endOffset, count } of named.flatMap(({ ranges }) => ranges))
    executed.fill(Number(count > 0), startOffset, endOffset);
  const ran = new Map<string, string>();
  let end = 0;
  for (const { functionName, ranges } of named) {
    const { startOffset, endOffset } = ranges[0] ?? { startOffset: 0, endOffset: 0 };
    if (startOffset < end) continue;
    end = endOffset;
    const characters = Array.from(code.slice(startOffset, endOffset));
    const part = characters.map((one, at) => (executed[startOffset + at] ? one : " ")).join("");
    if (functionName !== "" && part.trim() !== "") ran.set(functionName, part);
  }
  // Such a constant is the function that another one has returned.
  for (const [, name = "", maker = ""] of code.matchAll(MADE)) ran.set(name, `${maker}()`);
  return { ran, imports: importsOf(text, file) };
}

const COMMENT_OR_TEXT = /\/\*[\s\S]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"/g;
const MADE = /^(?:export )?const (\w+) += (\w+) *\(/gm;
const IMPORT = /^import +\{([^}]*)\} from "(\..*?)";/gm;

function importsOf(text: string, from: string): ReadonlyMap<string, Place> {
  const imports = new Map<string, Place>();
  for (const [, names = "", path = ""] of text.matchAll(IMPORT)) {
    const file = join(dirname(from), path);
    for (const one of names.split(",")) {
      const [name = "", local = name] = one.trim().split(/\s+as\s+/);
      imports.set(local, { file, name });
    }
  }
  return imports;
}

/** The steps from `FIRST` up to the call of `LAST`. */
function walk(files: ReadonlyMap<string, SourceFile>): readonly Step[] {
  const steps: Step[] = [];
  const passed = new Set<string>();
  let now = FIRST.file;
  for (const { place, isBack } of visits(FIRST, files, new Set())) {
    passed.add(now);
    const kind = isBack ? "back" : passed.has(place.file) ? "again" : "first";
    if (place.file !== now) steps.push({ ...place, kind });
    now = place.file;
    if (place.name === LAST.name) return steps;
  }
  throw new Error(`P18: ${LAST.name} was not called`);
}

/** The functions that are called from one, each followed once, and after each the way back to its caller. */
function* visits(
  caller: Place,
  files: ReadonlyMap<string, SourceFile>,
  seen: Set<string>,
): Generator<{ readonly place: Place; readonly isBack: boolean }> {
  for (const place of callsOf(caller, files)) {
    const id = `${place.file} ${place.name}`;
    if (seen.has(id)) continue;
    seen.add(id);
    yield { place, isBack: false };
    yield* visits(place, files, seen);
    yield { place: caller, isBack: true };
  }
}

/** A function that is called, or handed on by its name. */
const CALLED = /(?<![.\w$])[A-Za-z_$][\w$]*(?=\s*\()|(?<=[(,?:]\s*)[A-Za-z_$][\w$]*(?=\s*[,):])/g;

/** The functions that a function calls in what it has executed, if they ran, in the order of the source. */
function callsOf({ file, name }: Place, files: ReadonlyMap<string, SourceFile>): readonly Place[] {
  const source = files.get(file);
  const called = [...(source?.ran.get(name) ?? "").matchAll(CALLED)].map(
    ([text]) => source?.imports.get(text) ?? { file, name: text },
  );
  return called.filter((place) => files.get(place.file)?.ran.has(place.name));
}
