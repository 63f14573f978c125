import type { Checkout } from "../domain/checkout-terms.ts";
import { clientReferenceKeys, stateKey, TEXTS_SEQUENCE, termsKey } from "./checkout-item.ts";
import type { Write } from "./transact.ts";

/** The fields that a merchant can change while a checkout is open. */
export type CheckoutTexts = Pick<Checkout, "clientReference" | "description" | "metadata">;

/**
 * Stores new texts and raises version and sequence. Refused (label `checkout` or `checkout texts`) if the checkout has
 * changed since `before` was read. The texts are compared themselves: a list reads the two items of a checkout one after
 * the other, and may return the old texts with the new version.
 */
export function textsWrites(before: Checkout, texts: CheckoutTexts): Write[] {
  const sequence = before.sequence + 1;
  const index = Object.entries(clientReferenceKeys({ ...before, ...texts }));
  const reindex =
    index.length === 0
      ? " REMOVE gsi4pk, gsi4sk"
      : index.map(([name]) => `, ${name} = :${name}`).join("");
  return [
    {
      label: "checkout texts",
      update: {
        Key: termsKey(before.id),
        UpdateExpression: `SET clientReference = :reference, description = :description, metadata = :metadata, ${TEXTS_SEQUENCE} = :sequence${reindex}`,
        ConditionExpression:
          "clientReference = :wasReference AND description = :wasDescription AND metadata = :wasMetadata",
        ExpressionAttributeValues: {
          ":wasReference": before.clientReference,
          ":wasDescription": before.description,
          ":wasMetadata": before.metadata,
          ":reference": texts.clientReference,
          ":description": texts.description,
          ":metadata": texts.metadata,
          ":sequence": sequence,
          ...Object.fromEntries(index.map(([name, value]) => [`:${name}`, value])),
        },
      },
    },
    {
      label: "checkout",
      update: {
        Key: stateKey(before.id),
        UpdateExpression: `SET #version = :next, #sequence = :sequence, ${TEXTS_SEQUENCE} = :sequence`,
        ConditionExpression: "#version = :before",
        ExpressionAttributeNames: { "#version": "version", "#sequence": "sequence" },
        ExpressionAttributeValues: {
          ":before": before.version,
          ":next": before.version + 1,
          ":sequence": sequence,
        },
      },
    },
  ];
}
