import { t } from '#kit/text.ts'
import type { Setup } from '#workspace/setup/contract.ts'
import { countDone } from '#workspace/setup/rules.ts'
import './SetupTrack.css'

/** The share of completed steps as a bar. */
export function SetupTrack({ setup }: { setup: Setup }) {
  const [done, all] = [countDone(setup), setup.steps.length]
  return (
    <div
      className="setup-track"
      role="progressbar"
      aria-label={t('开通进度')}
      aria-valuenow={done}
      aria-valuemin={0}
      aria-valuemax={all}
      aria-valuetext={t('完成 {n}/{all}', { n: done, all })}
    >
      <i style={{ inlineSize: `${(done / Math.max(all, 1)) * 100}%` }} />
    </div>
  )
}
