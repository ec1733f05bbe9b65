import { DataCipher, type SearchableText } from '@desk/service-kit';
import { Injectable } from '@nestjs/common';

/** A row of `lead_search`: readable if it has no encrypted text. */
export interface StoredLeadText {
  readonly name: string | null;
  readonly text: string | null;
  readonly encryptedText: Buffer | null;
}

/** SELECT list of `StoredLeadText`. */
export const textColumns = (alias: string): string =>
  `${alias}.name, ${alias}.text, ${alias}.encrypted_text AS "encryptedText"`;

@Injectable()
export class LeadTexts {
  constructor(private readonly cipher: DataCipher) {}

  /** Returns the texts of the rows, in their order. */
  read(rows: readonly StoredLeadText[]): SearchableText[] {
    const decrypted = this.cipher.search
      .decrypt(rows.flatMap(({ encryptedText }) => encryptedText ?? []))
      .values();
    return rows.map(
      ({ name, text, encryptedText }) =>
        (encryptedText && decrypted.next().value) || { name: name ?? '', text: text ?? '' },
    );
  }
}
