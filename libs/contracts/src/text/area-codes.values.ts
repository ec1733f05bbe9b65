/**
 * Area codes of the North American Numbering Plan that belong to other countries. A number with one of them is no US
 * number; a code that is not listed may be new, so it is left to a look-up.
 *
 * Source: the metadata of libphonenumber-js 1.13.16 (Google's libphonenumber), read on 2026-11-25.
 */
// prettier-ignore
const AREA_CODES_BY_COUNTRY: Readonly<Record<string, string>> = {
  CA: '204 226 236 249 250 257 263 273 289 306 343 354 365 367 368 382 403 416 418 428 431 437 438 450 468 ' +
    '474 506 514 519 548 579 581 584 587 600 604 613 622 633 639 647 672 683 705 709 742 753 778 780 782 ' +
    '807 819 825 867 873 879 902 905 942',
  BS: '242',
  BB: '246',
  AI: '264',
  AG: '268',
  VG: '284',
  KY: '345',
  BM: '441',
  GD: '473',
  TC: '649',
  JM: '658 876',
  MS: '664',
  SX: '721',
  LC: '758',
  DM: '767',
  VC: '784',
  DO: '809 829 849',
  TT: '868',
  KN: '869',
};

export const FOREIGN_AREA_CODES: ReadonlySet<string> = new Set(
  Object.values(AREA_CODES_BY_COUNTRY).flatMap((codes) => codes.split(' ')),
);
