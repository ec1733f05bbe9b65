import { type Fields, getText, isFields } from './payload.js';

/** Slack's limits, in characters or items. Source: docs.slack.dev/reference/block-kit and chat.postMessage. As of 2026-11-25. */
const MAX_TEXT = 40_000;
const MAX_BLOCKS = 50;
/** Not documented: posts with 9,600 characters in all blocks were accepted, those with 11,300 refused as too long. */
const MAX_TEXT_OF_BLOCKS = 10_000;
const MAX_METADATA_BYTES = 8_192;
const MAX_ID = 255;

interface MessageProblem {
  readonly error: string;
  readonly detail?: string;
}

interface TextRule {
  readonly max: number;
  readonly types: readonly string[];
}
const PLAIN = ['plain_text'];
const ANY = ['plain_text', 'mrkdwn'];

function checkText(value: unknown, { max, types }: TextRule, path: string): string[] {
  if (!isFields(value) || !types.includes(String(value['type'])))
    return [`must be a text object [json-pointer:${path}]`];
  const { text } = value;
  if (typeof text !== 'string' || text.length === 0)
    return [`must be more than 0 characters [json-pointer:${path}/text]`];
  if (text.length > max) return [`must be less than ${max + 1} characters [json-pointer:${path}/text]`];
  return text.isWellFormed() ? [] : [`must be valid text [json-pointer:${path}/text]`];
}

const checkLength = (value: unknown, max: number, path: string): string[] =>
  value === undefined || (typeof value === 'string' && value.length <= max)
    ? []
    : [`must be less than ${max + 1} characters [json-pointer:${path}]`];

function checkList(
  value: unknown,
  max: number,
  path: string,
  check: (item: Fields, path: string) => string[],
): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > max)
    return [`must have 1 to ${max} items [json-pointer:${path}]`];
  return value.flatMap((item: unknown, index) =>
    isFields(item) ? check(item, `${path}/${index}`) : [`must be an object [json-pointer:${path}/${index}]`],
  );
}

/** Buttons lead to web addresses only. */
function checkElement(element: Fields, path: string): string[] {
  if (element['type'] !== 'button') return [];
  const { url } = element;
  const isWebAddress = url === undefined || (typeof url === 'string' && /^https?:\/\//.test(url));
  return [
    ...checkText(element['text'], { max: 75, types: PLAIN }, `${path}/text`),
    ...(isWebAddress ? [] : [`must be a valid URL [json-pointer:${path}/url]`]),
    ...checkLength(url, 3_000, `${path}/url`),
    ...checkLength(element['value'], 2_000, `${path}/value`),
    ...checkLength(element['action_id'], MAX_ID, `${path}/action_id`),
  ];
}

const checks: Readonly<Record<string, (block: Fields, path: string) => string[]>> = {
  header: ({ text }, path) => checkText(text, { max: 150, types: PLAIN }, `${path}/text`),
  section: ({ text, fields }, path) => [
    ...(text === undefined && fields !== undefined
      ? []
      : checkText(text, { max: 3_000, types: ANY }, `${path}/text`)),
    ...(fields === undefined
      ? []
      : checkList(fields, 10, `${path}/fields`, (field, at) =>
          checkText(field, { max: 2_000, types: ANY }, at),
        )),
  ],
  context: ({ elements }, path) =>
    checkList(elements, 10, `${path}/elements`, (element, at) =>
      element['type'] === 'image' ? [] : checkText(element, { max: 3_000, types: ANY }, at),
    ),
  actions: ({ elements }, path) => checkList(elements, 25, `${path}/elements`, checkElement),
  divider: () => [],
  image: ({ image_url: url, alt_text: alt }, path) => [
    ...checkLength(url, 3_000, `${path}/image_url`),
    ...checkLength(alt, 2_000, `${path}/alt_text`),
  ],
};

function checkBlock(block: unknown, index: number): string[] {
  const path = `/blocks/${index}`;
  if (!isFields(block)) return [`must be an object [json-pointer:${path}]`];
  const check = Object.hasOwn(checks, String(block['type'])) ? checks[String(block['type'])] : undefined;
  if (!check) return [`unsupported type: ${String(block['type'])} [json-pointer:${path}/type]`];
  return [...checkLength(block['block_id'], MAX_ID, `${path}/block_id`), ...check(block, path)];
}

function countText(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countText(item), 0);
  if (!isFields(value)) return 0;
  return Object.entries(value).reduce(
    (sum, [name, inner]) =>
      sum + (name === 'text' && typeof inner === 'string' ? inner.length : countText(inner)),
    0,
  );
}

/** Returns Slack's error code for a message, and where the error is. */
export function findMessageProblem(payload: Fields): MessageProblem | undefined {
  const { blocks, metadata } = payload;
  const text = getText(payload);
  if (text === '' && !Array.isArray(blocks)) return { error: 'no_text' };
  if (text.length > MAX_TEXT) return { error: 'msg_too_long' };
  if (metadata !== undefined && JSON.stringify(metadata).length > MAX_METADATA_BYTES)
    return { error: 'metadata_too_large' };
  if (blocks === undefined) return undefined;
  if (!Array.isArray(blocks)) return { error: 'invalid_blocks_format' };
  if (blocks.length > MAX_BLOCKS)
    return {
      error: 'invalid_blocks',
      detail: `no more than ${MAX_BLOCKS} items allowed [json-pointer:/blocks]`,
    };
  const [detail] = blocks.flatMap(checkBlock);
  if (detail !== undefined) return { error: 'invalid_blocks', detail };
  return countText(blocks) > MAX_TEXT_OF_BLOCKS ? { error: 'msg_blocks_too_long' } : undefined;
}
