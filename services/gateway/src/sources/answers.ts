import type { AcceptedLeadAnswer, AnswerForm, DomainError } from '@desk/contracts';
import { PROBLEM_TYPE, toProblem } from '../errors/problem.js';
import { escapeXml } from '../http/escape-xml.js';
import { type ArrivedPost, findIn, toText } from './arrived-post.js';
import type { Source } from './source.js';

/** What was decided about a post. A post without a decision is answered like any other request that failed. */
export type Outcome =
  | { readonly accepted: AcceptedLeadAnswer; readonly warnings: readonly string[] }
  | { readonly refused: DomainError };

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

const JSON_TYPE = 'application/json; charset=utf-8';

const statusOf = (outcome: Outcome): number =>
  'refused' in outcome ? outcome.refused.status : outcome.accepted.replayed ? 200 : 201;

function toJson(outcome: Outcome): Answer {
  const status = statusOf(outcome);
  if ('refused' in outcome)
    return { status, contentType: PROBLEM_TYPE, body: JSON.stringify(toProblem(outcome.refused)) };
  const { accepted, warnings } = outcome;
  return { status, contentType: JSON_TYPE, body: JSON.stringify({ ...accepted, warnings }) };
}

/** What was wrong, in one sentence. */
const reasonOf = ({ message, fields }: DomainError): string =>
  fields.length === 0 ? message : fields.map(({ field, message: text }) => `${field}: ${text}`).join('; ');

/**
 * https://github.com/activeprospect/leadconduit-integration-default. Without an `outcome`, as after a 503, LeadConduit
 * treats the post as failed and retries it.
 */
function toLeadConduit(outcome: Outcome): Answer {
  const answer =
    'refused' in outcome
      ? { outcome: 'failure', reason: reasonOf(outcome.refused) }
      : { outcome: 'success', reason: '', lead: { id: outcome.accepted.lead_id } };
  return { status: 200, contentType: JSON_TYPE, body: JSON.stringify(answer) };
}

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

function toXml(outcome: Outcome): Answer {
  const members =
    'refused' in outcome
      ? [
          element('status', 'refused'),
          element('code', outcome.refused.code),
          element('detail', outcome.refused.message),
          ...outcome.refused.fields.map(
            ({ field, message }) => `<error field="${escapeXml(field)}">${escapeXml(message)}</error>`,
          ),
        ]
      : [
          element('status', outcome.accepted.status),
          element('lead_id', outcome.accepted.lead_id),
          element('replayed', String(outcome.accepted.replayed)),
          ...outcome.warnings.map((warning) => element('warning', warning)),
        ];
  const body = `${XML_DECLARATION}<response>${members.join('')}</response>`;
  return { status: statusOf(outcome), contentType: 'application/xml; charset=utf-8', body };
}

/** https://support.getcake.com: code 0 is a success. */
function toCake(outcome: Outcome): Answer {
  const members =
    'refused' in outcome
      ? [element('code', '1'), element('msg', reasonOf(outcome.refused))]
      : [element('code', '0'), element('msg', 'success'), element('leadid', outcome.accepted.lead_id)];
  return { ...toXml(outcome), body: `${XML_DECLARATION}<result>${members.join('')}</result>` };
}

const forms: Readonly<Record<AnswerForm, (outcome: Outcome) => Answer>> = {
  json: toJson,
  leadconduit: toLeadConduit,
  xml: toXml,
  cake: toCake,
};

/** Returns the form that the post asks for, else the one that its source expects, else XML for a post in XML. */
export function answerFormOf(
  { answer, answerFormAt }: Source,
  post: ArrivedPost,
  contentType: string,
): AnswerForm {
  const asked = answerFormAt === undefined ? undefined : toText(findIn(post, answerFormAt))?.toLowerCase();
  if (asked === 'xml' || asked === 'json') return asked;
  return answer ?? (/xml/i.test(contentType) ? 'xml' : 'json');
}

/** Answers a post in the form that its sender expects. */
export function toAnswer(form: AnswerForm, outcome: Outcome, acceptedStatus?: number): Answer {
  const answer = forms[form](outcome);
  return 'accepted' in outcome && acceptedStatus ? { ...answer, status: acceptedStatus } : answer;
}
