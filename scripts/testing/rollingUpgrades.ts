import { spawnSync } from 'node:child_process'
import { hasPostgres } from '../postgres.ts'
import { type Counts, command, node, ROOT, say } from '../steps.ts'

/** Version 0.1.0, the oldest version from which an upgrade is supported. */
export const OLDEST_COMMIT = '5f4ba7d'

/**
 * Runs rolling upgrades from 0.1.0 while no other test runs. Skips them with a message if PostgreSQL or the history
 * back to 0.1.0 is missing.
 */
export async function rollingUpgrades(rounds: number): Promise<Counts> {
  if (hasPostgres() && hasOldestCommit()) {
    return command('滚动升级', process.execPath, node('scripts/rolling.ts', `--rounds=${rounds}`))
  }
  say(`没有做滚动升级：要装有 PostgreSQL，克隆要带有 ${OLDEST_COMMIT} 以来的历史。`)
  return { passed: 0, failed: 0 }
}

function hasOldestCommit(): boolean {
  return spawnSync('git', ['cat-file', '-e', `${OLDEST_COMMIT}^{commit}`], { cwd: ROOT }).status === 0
}
