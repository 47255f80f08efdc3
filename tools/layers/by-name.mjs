import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { isTest } from './graph.mjs';

/** Packages from which the build removes unused parts. Biome refuses the names of those parts (`noRestrictedImports`). */
const REDUCED_PACKAGES = new Set(['react', 'react-dom', 'react-dom/client', 'react-router-dom']);
const MENTIONED = /['"]react[-\w]*(?:\/\w+)?['"]/u;

const isChecked = (file) => /^client\/(?:src|worker)\//u.test(file) && !isTest(file);

const isByName = ({ type, imported }) => type === 'ImportSpecifier' && (imported.name ?? imported.value) !== 'default';

/**
 * Finds imports that give a whole package of which the build leaves a part out: Biome can't see which names the code then uses.
 * @param {string[]} files @param {(file: string) => string} [read] @returns {string[]}
 */
export const wholePackages = (files, read = (file) => readFileSync(file, 'utf8')) =>
  files.filter(isChecked).flatMap((file) => {
    const text = read(file);
    if (!MENTIONED.test(text)) return [];
    const faults = [];
    const check = (node) => {
      const name = node.source?.value;
      if (!REDUCED_PACKAGES.has(name)) return;
      const line = text.slice(0, node.start).split('\n').length;
      faults.push(`${file}:${line} takes all of ${name}, part of which client/build leaves out: import by name`);
    };
    new Visitor({
      ImportDeclaration(node) {
        if (!node.specifiers.every(isByName)) check(node);
      },
      ExportNamedDeclaration(node) {
        if (node.specifiers.some(({ local }) => local.name === 'default')) check(node);
      },
      ExportAllDeclaration: check,
      ImportExpression: check,
    }).visit(parseSync(file, text).program);
    return faults;
  });
