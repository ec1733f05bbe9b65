import { type Route, routes } from '@desk/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { MessageGraph } from '../../test/message-graph.js';

/** Where the notifier sends what it has stored. */
const SENDS_MAIL = new Set(['sendAfterCommit']);
/** Commands that lead to a sale. Its emails are limited by the charges, and only a post of a lead causes them. */
const SALES = new Set(['chargeOffer']);

const declared: Readonly<Record<string, Route>> = routes;
const listDeclared = (): string[] =>
  Object.entries(declared).flatMap(([name, { effects }]) => (effects.includes('sends mail') ? [name] : []));

describe('the effect "sends mail"', () => {
  let graph: MessageGraph;

  beforeAll(() => {
    graph = new MessageGraph();
  });

  it('is looked for in the handler of every route, and in every message they publish', () => {
    expect(graph.routeNames.toSorted()).toEqual(Object.keys(declared).toSorted());
    expect(graph.listUnknownPublications()).toEqual([]);
  });

  it('follows a route through commands, functions and events', () => {
    expect(graph.findPath('requestPasswordReset', SENDS_MAIL)).toEqual([
      'requestPasswordReset',
      'requestPasswordReset',
      'issuePasswordReset',
      'accountMail',
      'sendAfterCommit',
    ]);
    expect(graph.findPath('listSessions', SENDS_MAIL)).toBeUndefined();
  });

  it('is declared by every route whose handlers may end in an email', () => {
    const undeclared = graph.routeNames.flatMap((name) => {
      const path = graph.findPath(name, SENDS_MAIL, SALES);
      return path && !declared[name]?.effects.includes('sends mail') ? [path.join(' > ')] : [];
    });
    expect(undeclared).toEqual([]);
  });

  it('is declared by no route that sends none', () => {
    expect(listDeclared().filter((name) => !graph.findPath(name, SENDS_MAIL))).toEqual([]);
  });
});
