import { isRefusal, readUsPhone } from '@desk/contracts';

/** Returns a number as people write it in E.164; undefined unless a lead could have it, in a state or a territory. */
export function parseUsPhone(text: string): string | undefined {
  const phone = readUsPhone(text);
  return isRefusal(phone) ? undefined : phone;
}
