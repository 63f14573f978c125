// One cold start: loads a bundle and answers one event, in a process of its own. Prints what it took.
const { performance } = require("node:perf_hooks");

const [bundle, eventFile] = process.argv.slice(2);
const event = JSON.parse(require("node:fs").readFileSync(eventFile, "utf8"));
const context = { getRemainingTimeInMillis: () => 10_000, awsRequestId: "bench" };
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true;

const cpuBefore = process.cpuUsage();
const startedAt = performance.now();
const { handler } = require(bundle);
const loadedAt = performance.now();
Promise.resolve(handler(event, context))
  .catch(() => null)
  .then(() => {
    const endedAt = performance.now();
    const { user, system } = process.cpuUsage(cpuBefore);
    write(
      JSON.stringify({
        loadMs: loadedAt - startedAt,
        totalMs: endedAt - startedAt,
        cpuMs: (user + system) / 1000,
      }),
    );
    process.exit(0);
  });
