import {
  draftStepSchemas,
  readInput,
  type RequestOf,
  type saveDraft,
  saveStepFrame,
  type SavedStep,
} from '@desk/contracts';
import type { Schema } from 'yup';

type Step = Omit<RequestOf<typeof saveDraft>, 'caller'>;

/** Validates a saved step: the fields all steps share, then the others with the schema of that step. */
export function readStep(body: unknown): Step {
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  const { sessionId, currentStep, ...values } = fields as Record<string, unknown>;
  const frame = readInput(saveStepFrame, {
    currentStep,
    ...(sessionId === undefined ? {} : { sessionId }),
  });
  const step: SavedStep = frame.currentStep;
  const schema: Schema = draftStepSchemas[step];
  return {
    sessionId: frame.sessionId ?? null,
    step,
    values: readInput(schema, values) as Step['values'],
  };
}
