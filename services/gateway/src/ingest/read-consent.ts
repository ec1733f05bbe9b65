import {
  andThen,
  isPlaceholder,
  readPlainLine,
  type Reading,
  readInstant,
  readUrl,
  refuse,
} from '@desk/contracts';

const NO_CERTIFICATE = 'Must be the https address of a TrustedForm certificate';
const CERTIFICATE_HOST = /^(?:[a-z0-9-]+\.)*trustedform\.com$/;
/** TrustedForm's ids have 40 hexadecimal digits. Future ids may differ, but not be shorter than 16 characters. */
const CERTIFICATE_PATH = /^\/([\w.~-]{16,200})\/?$/;
const isRepeated = (text: string): boolean =>
  new Set(text.toLowerCase().replaceAll(/[^a-z\d]/g, '')).size < 3;

/** The address of a TrustedForm certificate, without what does not belong to it. */
export const readCertificateUrl = (text: string): Reading =>
  andThen(readUrl(text), (address) => {
    const url = URL.parse(address);
    const id = CERTIFICATE_PATH.exec(url?.pathname ?? '')?.[1] ?? '';
    if (
      url?.protocol !== 'https:' ||
      url.port !== '' ||
      !CERTIFICATE_HOST.test(url.hostname) ||
      isRepeated(id)
    )
      return refuse(NO_CERTIFICATE);
    return `https://${url.hostname}/${id}`;
  });

const UUID = /^[\dA-F]{8}-[\dA-F]{4}-[\dA-F]{4}-[\dA-F]{4}-[\dA-F]{12}$/;

/** A Jornaya lead ID: a UUID, in capitals as Jornaya writes it. */
export const readJornayaId = (text: string): Reading =>
  andThen(readPlainLine(text), (line) => {
    if (isPlaceholder(line)) return undefined;
    const id = line.length <= 40 ? UUID.exec(line.toUpperCase())?.[0] : undefined;
    return id === undefined || isRepeated(id) ? refuse('Must be a Jornaya lead ID, which is a UUID') : id;
  });

/** How far the clock of a consent may be ahead of our clock. */
const MAX_CLOCK_DIFFERENCE_MS = 5 * 60_000;
/** Web forms did not ask for consent to calls before this date. */
const FIRST_CONSENT = '2000-01-01';

export const readConsentTime =
  (now: Date) =>
  (text: string): Reading =>
    andThen(readInstant(text), (instant) =>
      instant >= FIRST_CONSENT && Date.parse(instant) <= now.getTime() + MAX_CLOCK_DIFFERENCE_MS
        ? instant
        : refuse('Consent time must be in the past'),
    );
