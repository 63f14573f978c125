import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { SmsInbox } from "../sms-inbox.ts";
import { AwsError, type AwsService } from "./service.ts";

const request = z.looseObject({
  Message: z.string(),
  PhoneNumber: z.string().optional(),
  TopicArn: z.string().optional(),
});

/** `Publish` to a phone number lands in the inbox; to a topic (alarms) nowhere. IAM names an SMS by `*`. */
export function createSnsService(inbox: SmsInbox): AwsService {
  return {
    scope: "sns",
    deniedCode: "AuthorizationError",
    demands(call) {
      if (call.operation !== "Publish") {
        throw new AwsError(
          400,
          "InvalidAction",
          `sns:${call.operation} is not supported by the local stack`,
        );
      }
      return [{ action: "sns:Publish", resource: request.parse(call.input).TopicArn ?? "*" }];
    },
    async handle(call) {
      const { Message, PhoneNumber } = request.parse(call.input);
      if (PhoneNumber !== undefined) inbox.keep(PhoneNumber, Message);
      return {
        status: 200,
        contentType: "text/xml",
        body:
          '<PublishResponse xmlns="http://sns.amazonaws.com/doc/2010-03-31/"><PublishResult>' +
          `<MessageId>${randomUUID()}</MessageId></PublishResult><ResponseMetadata>` +
          `<RequestId>${randomUUID()}</RequestId></ResponseMetadata></PublishResponse>`,
      };
    },
  };
}
