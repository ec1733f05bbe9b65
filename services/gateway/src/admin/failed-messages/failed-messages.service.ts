import {
  type FailedMessagesAnswer,
  listFailedMessagesOf,
  MAX_LISTED_FAILED_MESSAGES,
  serviceNames,
} from '@desk/contracts';
import { Injectable } from '@nestjs/common';
import { OptionalQuery } from '../../http/optional-query.js';

/** Joins the failed messages of every service. One that does not answer is named instead. */
@Injectable()
export class FailedMessagesService {
  constructor(private readonly optional: OptionalQuery) {}

  async list(): Promise<FailedMessagesAnswer> {
    const answers = await Promise.all(
      serviceNames.map(async (sender) => ({
        sender,
        answer: await this.optional.fetch(listFailedMessagesOf[sender], {
          limit: MAX_LISTED_FAILED_MESSAGES,
        }),
      })),
    );
    const messages = answers.flatMap(({ sender, answer }) =>
      (answer?.messages ?? []).map((message) => ({ ...message, sender })),
    );
    return {
      messages: messages.toSorted((a, b) => b.lastFailedAt.localeCompare(a.lastFailedAt)),
      unavailable: answers.filter(({ answer }) => answer === null).map(({ sender }) => sender),
    };
  }
}
