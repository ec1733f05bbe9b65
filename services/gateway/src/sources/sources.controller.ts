import { routes, type SourceDto, type SourcesAnswer } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import type { Source } from './source.js';
import { namedSources } from './sources.js';

const MAX_AGE_SECONDS = 3_600;

export const toDto = ({ id, name, signs, setUp, ...source }: Source): SourceDto => ({
  id,
  name,
  group: setUp.group,
  documentedAt: setUp.documentedAt,
  steps: [...setUp.steps],
  screen: {
    title: setUp.screen.title,
    fields: Object.entries(setUp.screen.fields).map(([label, entry]) => ({ label, entry })),
  },
  isRecognized: signs.length > 0,
  takesGet: source.takesGet ?? false,
  tests: (source.tests ?? []).flatMap(({ at, values }) => values.map((value) => ({ at, value }))),
  hasTestValues: source.testValue !== undefined,
  idempotencyKey: source.idempotencyKey ?? null,
  answer: source.answer ?? 'json',
  answerFormAt: source.answerFormAt ?? null,
  isAnswered200: source.acceptedStatus === 200,
  onError: setUp.onError ?? null,
});

const answer: SourcesAnswer = { sources: namedSources.map(toDto) };

/** What the documentation says of each tool. */
@Controller()
export class SourcesController {
  @HandleRoute(routes.listSources)
  listSources({ response }: RouteInput<'listSources'>): SourcesAnswer {
    response.setHeader('cache-control', `public, max-age=${MAX_AGE_SECONDS}`);
    return answer;
  }
}
