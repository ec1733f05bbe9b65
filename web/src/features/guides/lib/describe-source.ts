import type { SourceDto } from '@desk/contracts/leads/sources.routes';
import type { AnswerForm } from '@desk/contracts/leads/sources.values';

const bodies: Readonly<Record<Exclude<AnswerForm, 'json'>, string>> = {
  leadconduit:
    'Every decision is answered with 200, with `success` or `failure` as `outcome`, and the `reason`.',
  xml: 'An accepted lead is answered in XML with `<status>accepted</status>` and its `<lead_id>`; a refused one with `<code>` and `<detail>`.',
  cake: 'An accepted lead is answered with `<code>0</code>` and its `<leadid>`; a refused one with `<code>1</code>` and the reason as `<msg>`.',
};

function describeAnswer({ answer, answerFormAt, isAnswered200, isFetched }: SourceDto): string[] {
  if (isFetched)
    return ['A post has ids alone. It is answered with 200 once they are stored, and we fetch each lead.'];
  const status = isAnswered200 ? '200' : '201, or 200 for a repetition';
  const body =
    answer === 'json'
      ? `An accepted lead is answered with ${status}, and its \`lead_id\`. To XML, we answer in XML.`
      : bodies[answer];
  if (answerFormAt === null) return [body];
  return [body, `\`JSON\` or \`XML\` as \`${answerFormAt}\` asks for that form.`];
}

function describeTest({ tests, hasTestValues, isFetched }: SourceDto): string[] {
  const marks = [
    ...tests.map(({ at, value }) => `\`${at}\` is \`${value}\``),
    ...(hasTestValues ? ['the values are those of its testing tool'] : []),
  ].join(', or ');
  return [
    marks === ''
      ? 'A test looks like any lead. Send it while the funnel is in test mode: nothing is stored, sold or charged then.'
      : `A post is a test if ${marks}. It is checked and answered like a lead, and nothing is stored, sold or charged.`,
    isFetched
      ? 'A test with made-up values may be refused. It is held, and the reason shows that the address works.'
      : 'A test with made-up values may be refused. The answer says what is wrong with them, so the address works.',
  ];
}

const describeRepetition = ({ idempotencyKey }: SourceDto): string =>
  idempotencyKey === null
    ? 'The same post within a minute counts once.'
    : `Posts with the same \`${idempotencyKey}\` count once.`;

function describeAddress({ id, isRecognized, takesGet }: SourceDto): string[] {
  const recognition = `We know the tool by what it sends. Where that fails, add \`/${id}\` to the address.`;
  const get = `If it can only send by GET, use the address with \`/${id}\` at its end.`;
  return [...(isRecognized ? [recognition] : []), ...(takesGet ? [get] : [])];
}

/** Describes how a tool's posts are handled: sentences by heading. */
export const describeSource = (source: SourceDto): readonly (readonly [string, readonly string[]])[] => [
  ['Test it', describeTest(source)],
  [
    'What it is answered',
    [...describeAnswer(source), describeRepetition(source), ...describeAddress(source)],
  ],
  [
    'When a lead is refused',
    [
      ...(source.isFetched ? [] : ['The answer names each wrong field as the tool calls it.']),
      'The lead is held, usually for three days. The admin says which value is which field, and replays it.',
      ...(source.onError === null ? [] : [source.onError]),
    ],
  ],
];
