import {
  draftStepSchemas,
  parse,
  type RequestOf,
  type saveDraft,
  saveStepFrame,
  type SavedStep,
} from '@desk/contracts';
import type { Schema } from 'yup';

type Step = Omit<RequestOf<typeof saveDraft>, 'caller'>;

/** A saved step is its frame and what its own schema asks for; the step decides which fields are known. */
export function readStep(body: unknown): Step {
  const given = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  const { sessionId, currentStep, ...values } = given as Record<string, unknown>;
  const frame = parse(saveStepFrame, {
    currentStep,
    ...(sessionId === undefined ? {} : { sessionId }),
  });
  const step: SavedStep = frame.currentStep;
  const schema: Schema = draftStepSchemas[step];
  return {
    sessionId: frame.sessionId ?? null,
    step,
    values: parse(schema, values) as Step['values'],
  };
}
