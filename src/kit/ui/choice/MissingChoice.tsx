import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import type { MissingProps } from '#kit/ui/lazyPart.tsx'

/** In the place of a field whose code did not come. */
export function MissingChoice({ again }: MissingProps) {
  return (
    <button type="button" className="plain-choice" onClick={again ?? (() => location.reload())}>
      <Icon name="warn" />
      {again ? t('没有加载成功，重试') : t('没有加载成功，刷新页面')}
    </button>
  )
}
