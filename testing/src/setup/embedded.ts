import type { TestProject } from 'vitest/node';
import { embeddedTemplate } from './embedded-template.js';
import { createRunFolder } from './run-folder.js';
import '../database/template.js';

/** Creates the migrated folder that tests on the embedded database copy. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = await embeddedTemplate();
  const { runFolder, remove } = await createRunFolder();
  project.provide('template', { kind: 'embedded', folder, runFolder });
  project.provide('redisUrl', null);
  return remove;
}
