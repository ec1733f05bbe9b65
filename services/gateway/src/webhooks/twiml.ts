const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Returns Twilio's markup for a reply; without one, nothing is sent. */
export function toTwiml(reply: string | null): string {
  const message =
    reply === null ? '' : `<Message>${reply.replaceAll(/[&<>]/g, (sign) => ESCAPES[sign] ?? '')}</Message>`;
  return `<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`;
}
