import { join } from "node:path";
import type { Driver } from "../../clients/cases/run-cases.ts";
import { isInstalled } from "../support/released-bundles.ts";

const CLIENTS = join(import.meta.dirname, "..", "..", "clients");

interface NamedDriver extends Driver {
  readonly name: string;
  readonly present: boolean;
}

function python(name: string, mode: string, library: string | null): NamedDriver {
  const probe = ["python3", "-c", library === null ? "import sys" : `import ${library}`];
  return {
    name: `Python, ${name}`,
    command: ["python3", join(CLIENTS, "python/tests/drive_cases.py"), mode],
    env: { PYTHONPATH: join(CLIENTS, "python/src") },
    present: isInstalled(probe, { leftOut: `shared cases of the client for Python, ${name}` }),
  };
}

function php(name: string, mode: string, needs: string): NamedDriver {
  return {
    name: `PHP, ${name}`,
    command: ["php", join(CLIENTS, "php/tests/drive-cases.php"), mode],
    present: isInstalled(["php", "-r", `exit(${needs} ? 0 : 1);`], {
      leftOut: `shared cases of the client for PHP, ${name}`,
    }),
  };
}

/** Each client in each way that it sends requests. */
export const DRIVERS: readonly NamedDriver[] = [
  {
    name: "TypeScript",
    command: [process.execPath, join(CLIENTS, "typescript/test/drive-cases.ts")],
    present: true,
  },
  python("standard library", "threads", null),
  python("standard library with asyncio", "asyncio", null),
  python("httpx", "httpx", "httpx"),
  python("httpx with asyncio", "httpx-asyncio", "httpx"),
  php("curl", "curl", "extension_loaded('curl')"),
  php(
    "PSR-18",
    "psr-18",
    "extension_loaded('curl') && stream_resolve_include_path('GuzzleHttp/autoload.php') !== false",
  ),
];
