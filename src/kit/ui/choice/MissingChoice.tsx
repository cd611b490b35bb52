import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import type { MissingProps } from '#kit/ui/lazyPart.tsx'

/** Shown instead of a field whose code failed to load. */
export function MissingChoice({ again }: MissingProps) {
  const words = again ? t('加载失败，重试') : t('加载失败，刷新页面')
  return (
    <button
      type="button"
      className="plain-choice plain-choice-missing"
      title={words}
      onClick={again ?? (() => location.reload())}
    >
      <Icon name="warn" />
      <span>{words}</span>
    </button>
  )
}
