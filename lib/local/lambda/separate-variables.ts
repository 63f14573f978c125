import { syncBuiltinESMExports } from "node:module";

/** Makes `process.env` of this thread the variables of whichever function runs, also where several do at once. */
export function separateVariables(current: () => Record<string, string>): void {
  process.env = new Proxy<Record<string, string>>(
    {},
    {
      get: (_, name) => Reflect.get(current(), name),
      has: (_, name) => Reflect.has(current(), name),
      set: (_, name, value) => Reflect.set(current(), name, String(value)),
      deleteProperty: (_, name) => Reflect.deleteProperty(current(), name),
      ownKeys: () => Reflect.ownKeys(current()),
      getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(current(), name),
    },
  );
  syncBuiltinESMExports();
}
