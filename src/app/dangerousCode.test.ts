import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSources, type Source } from '#testing/testSources.ts'

/** The program, without its tests and their helpers. */
const sources = readSources().filter(({ isTest, path }) => !isTest && !path.startsWith('testing/'))

/** The files that contain a pattern, each with the reason for which it may; a file without one fails by its name. */
function assertOnly(pattern: RegExp, allowed: Record<string, string>, files: Source[] = sources): void {
  const found = files.filter(({ text }) => pattern.test(withoutComments(text))).map(({ path }) => path)
  assert.deepEqual(found, Object.keys(allowed).toSorted(), String(pattern))
}

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')

test('no code is made from text', () => {
  assertOnly(/\beval\s*\(|\bnew\s+Function\b|\bFunction\s*\(|from 'node:vm'/, {})
  assertOnly(/\bset(Timeout|Interval)\(\s*['"`]/, {})
})

test('other programs are started only by the engine and the build, with fixed names and separate arguments', () => {
  assertOnly(/from 'node:child_process'/, {
    'app/build.ts': 'the build of the front end, with the path of node',
    'app/backups/inChild.ts': 'the process that writes and restores backups: a module of the program',
    'app/backups/sftpTarget.ts':
      'sftp, without a shell; the address is from the settings, names are those of backups',
    'db/embedded.ts': 'the process of the embedded engine',
    'db/sync.ts': 'sync, with the path of the data folder as its own argument',
  })
  assertOnly(/\bshell:\s*true|\bexecSync\(/, {})
})

test('regular expressions are made only from texts of the program', () => {
  assertOnly(/\bnew RegExp\(/, {
    'app/chunkGroups.ts': 'names of files of the program',
    'app/errors.ts': 'paths of the contracts',
    'kit/files/svgAllowed.ts': 'a pattern of this file',
    'operations/imports/setup/names.ts': 'words of this file',
  })
})

/** Files whose raw SQL consists of column names, roles and fragments that they define, or of migration files. */
const RAW_SQL = [
  'db/backup/restore.ts',
  'db/migrate.ts',
  'db/policies.ts',
  'db/roles.ts',
  'db/statementTimeout.ts',
  'demo/bulk.ts',
  'operations/imports/commitQueries.ts',
  'operations/imports/correctedQueries.ts',
  'operations/imports/correctionQueries.ts',
  'operations/imports/figureSql.ts',
  'operations/imports/intakeQueries.ts',
  'operations/imports/past/queries.ts',
  'operations/imports/previewQueries.ts',
  'operations/imports/settlingQueries.ts',
  'operations/worklogs/lineQueries.ts',
  'operations/worklogs/queries.ts',
  'reporting/figures/differenceQueries.ts',
  'reporting/reports/customers/customers.ts',
  'reporting/reports/periodSums.ts',
  'reporting/reports/rates.ts',
  'reporting/reports/replyRateSums.ts',
  'reporting/reports/workers/workers.ts',
  'reporting/warnings/listQueries.ts',
]

test('SQL has no text of a request: raw parts are column names of the program', () => {
  const raw = sources.filter(({ text }) => /\bsql\.raw\(/.test(text))
  assert.ok(raw.length > 5)
  // A raw part is neither the input of an endpoint nor a property of one.
  for (const { path, text } of raw)
    assert.doesNotMatch(text, /sql\.raw\([^)]*\b(input|query|body|keyword)\b/, path)
  assertOnly(
    /\bsql\.raw\(|CompiledQuery\.raw\(/,
    Object.fromEntries(RAW_SQL.map((path) => [path, 'own columns'])),
  )
  assertOnly(/\.query\(\s*`[^`]*\$\{/, {})
})

test('the page shows text as text: nothing writes HTML, and no message of another window is read', () => {
  assertOnly(
    /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment|srcDoc/,
    { 'app/trustedTypes.ts': 'the pattern that the build refuses' },
  )
  assertOnly(/addEventListener\(\s*'message'|\.onmessage\b/, {})
  assertOnly(
    /<(iframe|object|embed|applet)\s/,
    {},
    sources.filter(({ path }) => path.endsWith('.tsx')),
  )
})

test('hashes are SHA-256, ciphers AES-256-GCM, and unguessable values come from the random source of the system', () => {
  for (const { path, text } of sources) {
    for (const [, name] of text.matchAll(/(?:create(?:Hash|Hmac)|\bhash)\(\s*'([^']+)'/g))
      assert.equal(name, 'sha256', path)
    for (const [, name] of text.matchAll(/create(?:C|Dec)ipheriv\(\s*'([^']+)'/g)) {
      assert.equal(name, 'aes-256-gcm', path)
    }
  }
  // The backups have one constant for their cipher.
  const backups = sources.find(({ path }) => path === 'db/backup/cipher.ts')
  assert.match(backups?.text ?? '', /^export const ALGORITHM = 'aes-256-gcm'$/m)
  assertOnly(/\bcreate(Hash|Hmac)\(\s*[^'\s]/, {})
  assertOnly(/\bcreate(C|Dec)ipheriv\(\s*(?!'|ALGORITHM\b)\S/, {})
  assertOnly(/Math\.random\(/, { 'db/migrate.ts': 'the length of a pause' })
})

test('certificates of other servers are always verified', () => {
  assertOnly(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/, {})
})

test('no code reaches the prototype of an object', () => {
  assertOnly(/\bObject\.setPrototypeOf\(|\.__proto__\b|\['__proto__'\]/, {})
})
