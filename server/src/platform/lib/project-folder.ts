import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The project's folder. Found by the server's package, since a module's own file is a source in tests, else a part of a bundle. */
export const projectFolder = join(createRequire(import.meta.url).resolve('#package'), '../..');
