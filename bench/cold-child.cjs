// One cold start: loads a bundle and answers events, in a process of its own. Prints what it took.
//   node cold-child.cjs BUNDLE EVENTS   (a JSON file with one event, or an array of them: all but the
//   first one find the process warm; a bundle that is a module warms up while it loads, as on Lambda)
const { performance } = require("node:perf_hooks");
// Lambda's runtime client has loaded it before the function's own code.
require("node:http");

const [bundle, eventFile] = process.argv.slice(2);
const read = JSON.parse(require("node:fs").readFileSync(eventFile, "utf8"));
const [first, ...others] = Array.isArray(read) ? read : [read];
const context = { getRemainingTimeInMillis: () => 10_000, awsRequestId: "bench" };
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true;

let handler;

async function answer(event) {
  try {
    return await handler(event, context);
  } catch {
    // What a worker throws is for its queue; the time until then counts all the same.
    return undefined;
  }
}

function cpuMs(before) {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function run() {
  const isModule = bundle.endsWith(".mjs");
  // Lambda's runtime is a module itself.
  if (isModule) await import("node:path");
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  ({ handler } = isModule ? await import(bundle) : require(bundle));
  const loadedAt = performance.now();
  const loadCpuMs = cpuMs(cpuBefore);
  const answered = await answer(first);
  const cold = {
    status: answered?.statusCode ?? null,
    loadMs: loadedAt - startedAt,
    loadCpuMs,
    totalMs: performance.now() - startedAt,
    cpuMs: cpuMs(cpuBefore),
  };
  const warmMs = [];
  const warmBefore = process.cpuUsage();
  for (const event of others) {
    const from = performance.now();
    await answer(event);
    warmMs.push(performance.now() - from);
  }
  const warm =
    others.length === 0
      ? {}
      : {
          warmMs: warmMs.toSorted((a, b) => a - b)[Math.floor(warmMs.length / 2)],
          warmCpuMs: cpuMs(warmBefore) / others.length,
        };
  const peakMegabytes = process.resourceUsage().maxRSS / 1024;
  write(JSON.stringify({ ...cold, ...warm, peakMegabytes }));
  process.exit(0);
}

void run();
