import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Found through the server's package, since a module is a source file in tests and part of a bundle otherwise. */
export const installationFolder = join(createRequire(import.meta.url).resolve('#package'), '../..');
