import { formatDuration } from '#kit/format.ts'

/** Seconds as `18 秒` or `3 分 05 秒`; null is `-`. */
export function Duration({ seconds }: { seconds: number | null | undefined }) {
  return <bdi>{formatDuration(seconds)}</bdi>
}
