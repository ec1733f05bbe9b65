import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import { SessionCookie } from '../auth/session-cookie.js';
import { Routes } from '../http/routes.js';
import { describeApi } from './document.js';

/** The description at `/api/docs-json`, to browse at `/api/docs`; its pages need nothing from elsewhere. */
export function serveApiDocs(app: NestExpressApplication): void {
  const document = describeApi(app.get(Routes).all(), app.get(SessionCookie).name);
  SwaggerModule.setup('api/docs', app, document);
}
