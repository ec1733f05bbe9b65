import { commands, events } from './registry.js';
import type { SenderName } from './services.js';

/** A direction in which one process sends messages, responses or acknowledgments to another, or to its own copies. */
export interface MessageLink {
  readonly from: SenderName;
  readonly to: SenderName;
}

const pairs: readonly MessageLink[] = [
  ...commands.flatMap(({ senders, service }) => senders.map((from) => ({ from, to: service }))),
  ...events.flatMap(({ senders, consumers }) =>
    senders.flatMap((from) => consumers.map((to) => ({ from, to }))),
  ),
];

/** Every link that the contracts need, once. A response or an acknowledgment travels in the other direction. */
export const messageLinks: readonly MessageLink[] = [
  ...new Map(
    pairs
      .flatMap(({ from, to }) => [
        { from, to },
        { from: to, to: from },
      ])
      .map((link) => [`${link.from}/${link.to}`, link]),
  ).values(),
];

/** Returns the links of one process, in both directions. */
export const messageLinksOf = (name: SenderName): readonly MessageLink[] =>
  messageLinks.filter(({ from, to }) => from === name || to === name);
