import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";

/** Awaits one conditional write; null where its condition did not hold. Other errors pass. */
export async function unlessRefused<T>(write: Promise<T>): Promise<T | null> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return null;
    throw error;
  }
}
