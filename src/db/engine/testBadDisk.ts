/** Replaces the engine in a test: the first start crashes, the second one finds a failing disk. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT, sendToParent } from './messages.ts'

const marker = join(process.argv[2] ?? '', 'started')
if (existsSync(marker)) process.exit(EXIT.diskFailed)
writeFileSync(marker, '')
await sendToParent({ kind: 'ready' })
process.exit(EXIT.aborted)
