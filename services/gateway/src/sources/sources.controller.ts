import { routes, type SourceDto, type SourcesAnswer } from '@desk/contracts';
import { Controller } from '@nestjs/common';
import { HandleRoute, type RouteInput } from '../http/handle-route.js';
import type { Source } from './source.js';
import { namedSources } from './sources.js';

const MAX_AGE_SECONDS = 3_600;

export const toDto = (source: Source): SourceDto => ({
  id: source.id,
  name: source.name,
  group: source.setUp.group,
  documentedAt: source.setUp.documentedAt,
  steps: [...source.setUp.steps],
  screen: {
    title: source.setUp.screen.title,
    fields: Object.entries(source.setUp.screen.fields).map(([label, entry]) => ({ label, entry })),
  },
  isRecognized: source.recognizedBy.length > 0,
  takesGet: source.takesGet ?? false,
  isFetched: source.isFetched ?? false,
  tests: (source.tests ?? []).flatMap(({ at, values }) => values.map((value) => ({ at, value }))),
  hasTestValues: source.testValue !== undefined,
  idempotencyKey: source.idempotencyKey ?? null,
  answer: source.answer ?? 'json',
  answerFormAt: source.answerFormAt ?? null,
  isAnswered200: source.acceptedStatus === 200,
  onError: source.setUp.onError ?? null,
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
