import { type DataCipher, encryptedColumns, type ReencryptionTask } from '@desk/service-kit';
import { encryptedLeadColumns, toLeadPurpose, toNotesPurpose } from '../intake/lead-cipher.js';
import { reportTexts, toReportPurpose } from '../problem-reports/report-cipher.js';
import { toDecisionPurpose } from '../waiting-leads/decision-cipher.js';
import { consentRecordsTask } from './consent-records.task.js';
import { fingerprintsTask } from './fingerprints.task.js';
import { leadSearchTask } from './lead-search.task.js';

/** Everything in this schema that depends on a data key. */
export const reencryptionTasks = (cipher: DataCipher): readonly ReencryptionTask[] => [
  encryptedColumns(cipher, {
    table: 'leads',
    key: [{ column: 'id', type: 'uuid' }],
    encrypted: encryptedLeadColumns.map(([, column]) => ({
      column,
      purpose: ({ id }) => toLeadPurpose(column, String(id)),
      isJson: column === 'consent',
    })),
  }),
  leadSearchTask(cipher),
  encryptedColumns(cipher, {
    table: 'sold_leads',
    key: [{ column: 'lead_id', type: 'uuid' }],
    encrypted: [{ column: 'notes', purpose: ({ lead_id: id }) => toNotesPurpose(String(id)) }],
  }),
  encryptedColumns(cipher, {
    table: 'problem_reports',
    key: [{ column: 'id', type: 'uuid' }],
    encrypted: reportTexts.map((column) => ({
      column,
      purpose: ({ id }) => toReportPurpose(column, String(id)),
    })),
  }),
  encryptedColumns(cipher, {
    table: 'lead_decisions',
    key: [
      { column: 'lead_id', type: 'uuid' },
      { column: 'id', type: 'uuid' },
    ],
    encrypted: [{ column: 'reason', purpose: ({ id }) => toDecisionPurpose(String(id)) }],
  }),
  consentRecordsTask(cipher),
  fingerprintsTask(cipher),
];
