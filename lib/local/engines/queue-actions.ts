// The queue engine's own parts, by their files: its entry also brings an HTTP server, SNS and S3, which would need a thread
// of 30 MB and a tenth of a second at each start. The package's version is fixed, and `compose-stack.test.ts` uses all of these.
import { changeMessageVisibility } from "../../../node_modules/fauxqs/dist/sqs/actions/changeMessageVisibility.js";
import { changeMessageVisibilityBatch } from "../../../node_modules/fauxqs/dist/sqs/actions/changeMessageVisibilityBatch.js";
import { createQueue } from "../../../node_modules/fauxqs/dist/sqs/actions/createQueue.js";
import { deleteMessage } from "../../../node_modules/fauxqs/dist/sqs/actions/deleteMessage.js";
import { deleteMessageBatch } from "../../../node_modules/fauxqs/dist/sqs/actions/deleteMessageBatch.js";
import { getQueueAttributes } from "../../../node_modules/fauxqs/dist/sqs/actions/getQueueAttributes.js";
import { purgeQueue } from "../../../node_modules/fauxqs/dist/sqs/actions/purgeQueue.js";
import { receiveMessage } from "../../../node_modules/fauxqs/dist/sqs/actions/receiveMessage.js";
import { sendMessage } from "../../../node_modules/fauxqs/dist/sqs/actions/sendMessage.js";
import { sendMessageBatch } from "../../../node_modules/fauxqs/dist/sqs/actions/sendMessageBatch.js";
import { setQueueAttributes } from "../../../node_modules/fauxqs/dist/sqs/actions/setQueueAttributes.js";
import type { SqsStore } from "../../../node_modules/fauxqs/dist/sqs/sqsStore.js";

/** What an action reads of an HTTP request. */
type Request = { readonly headers: { readonly host: string; readonly authorization: string } };
export type QueueAction = (body: object, store: SqsStore, request: Request) => unknown;

/** By the names of the SQS API. They answer at once, without waiting for anything, where no message is waited for. */
export const QUEUE_ACTIONS: ReadonlyMap<string, QueueAction> = new Map(
  Object.entries({
    ChangeMessageVisibility: changeMessageVisibility,
    ChangeMessageVisibilityBatch: changeMessageVisibilityBatch,
    CreateQueue: createQueue,
    DeleteMessage: deleteMessage,
    DeleteMessageBatch: deleteMessageBatch,
    GetQueueAttributes: getQueueAttributes,
    PurgeQueue: purgeQueue,
    ReceiveMessage: receiveMessage,
    SendMessage: sendMessage,
    SendMessageBatch: sendMessageBatch,
    SetQueueAttributes: setQueueAttributes,
  }) as [string, QueueAction][],
);
