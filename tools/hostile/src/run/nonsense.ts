/**
 * Controls, format characters and fillers, U+FFFD, private use: what no person means. Written apart from the module that
 * reads people's text, which it judges.
 */
const MEANINGLESS = /[\p{Cf}\p{Co}\uFFFD\u115F\u1160\u2800\u3164\uFFA0]|(?!\s)\p{Cc}/u;
const PLACEHOLDER = /^(?:undefined|null|nan|\[object object\]|\{\{[^{}]*\}\})$/i;

const isNonsense = (text: string): boolean =>
  !text.isWellFormed() || MEANINGLESS.test(text) || PLACEHOLDER.test(text);

/** Whether a text anywhere in a value is nothing that a person could mean. */
export function hasNonsense(value: unknown): boolean {
  if (typeof value === 'string') return isNonsense(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNonsense);
}
