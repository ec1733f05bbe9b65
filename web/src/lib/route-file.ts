import type { RouteName } from '@desk/contracts/routes';
import { requestRoute, type RouteArgs, routeUrl } from './api-client';

export interface RouteFile {
  /** The URL of the file, for a link that the browser opens itself. */
  readonly href: string;
  readonly request: () => Promise<Response>;
}

export const routeFile = <Name extends RouteName>(name: Name, ...args: RouteArgs<Name>): RouteFile => ({
  href: routeUrl(name, ...args),
  request: () => requestRoute(name, ...args),
});

export const parseFilename = (contentDisposition: string | null): string =>
  /filename="?([\w.-]+)"?/.exec(contentDisposition ?? '')?.[1] ?? 'download';

export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // By then the browser has saved the file, so its memory can be freed.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Saves the file under the name that the server gives it. Throws like `requestRoute`. Downloads through memory, so a
 * response that breaks off never leaves a truncated file.
 */
export async function saveRouteFile({ request }: RouteFile): Promise<void> {
  const response = await request();
  saveFile(await response.blob(), parseFilename(response.headers.get('content-disposition')));
}
