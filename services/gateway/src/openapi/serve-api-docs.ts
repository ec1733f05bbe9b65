import { routes } from '@desk/contracts';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import { SessionCookie } from '../auth/session-cookie.js';
import { describeApi } from './document.js';

export const API_DOCS_PATH = '/api/docs';

/** Serves the OpenAPI document at `/api/docs-json` and, at `/api/docs`, pages that load nothing from other hosts. */
export function serveApiDocs(app: NestExpressApplication): void {
  SwaggerModule.setup(API_DOCS_PATH, app, describeApi(routes, app.get(SessionCookie).name));
}
