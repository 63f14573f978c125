import * as z from "zod";
import type { Resource } from "./template.ts";

/** Parses a resource's properties. @throws Error that names the resource and what does not fit. */
export function readProperties<T extends z.ZodType>(schema: T, resource: Resource): z.infer<T> {
  const parsed = schema.safeParse(resource.properties);
  if (parsed.success) return parsed.data;
  throw new Error(
    `${resource.stack}.${resource.logicalId} (${resource.type}): ${z.prettifyError(parsed.error)}`,
  );
}
