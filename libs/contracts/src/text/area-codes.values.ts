/**
 * Area codes of the North American Numbering Plan that belong to other countries. A number with one of them is no US
 * number; a code that is not listed may be new, so it is left to a look-up.
 * Source: libphonenumber-js@1.13.16, which has the metadata of Google's libphonenumber.
 * As of 2026-11-25. Made by `node tools/facts/refresh-facts.mjs`; see ADR 12.
 */
// prettier-ignore
export const foreignAreaCodes: Readonly<Record<string, string>> = {
  AG: '268',
  AI: '264',
  BB: '246',
  BM: '441',
  BS: '242',
  CA: '204 226 236 249 250 257 263 273 289 306 343 354 365 367 368 382 403 416 418 428 431 437 438 450 468 474 506 514 519 548 579 581 584 587 600 604 613 622 633 639 647 672 683 705 709 742 753 778 780 782 807 819 825 867 873 879 902 905 942',
  DM: '767',
  DO: '809 829 849',
  GD: '473',
  JM: '658 876',
  KN: '869',
  KY: '345',
  LC: '758',
  MS: '664',
  SX: '721',
  TC: '649',
  TT: '868',
  VC: '784',
  VG: '284',
};
