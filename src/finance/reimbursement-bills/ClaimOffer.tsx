import { Alert, Button, Space } from 'antd'
import { t } from '#kit/text.ts'
import { ago } from '#kit/ui/draft.ts'
import type { ClaimDraft } from './useClaimDraft.tsx'

/** Offers a locally stored, unsaved copy. If the claim has changed on the server since, the user chooses one. */
export function ClaimOffer({ draft: { copy, version } }: { draft: ClaimDraft }) {
  if (!copy.offered) return null
  const [when, n] = ago(copy.offered.savedAt, Date.now())
  const since = { when: t(when, { n }) }
  const isSame = copy.offered.version === version
  return (
    <Alert
      className="claim-offer"
      type="warning"
      showIcon
      title={
        isSame
          ? t('您有一份{when}没有保存的草稿', since)
          : t('这台电脑上有一份{when}没有保存的内容，而这张报销单后来在别处改过。请选择用哪一份。', since)
      }
      action={
        <Space wrap>
          <Button type="primary" autoFocus onClick={copy.restoreOffered}>
            {isSame ? t('恢复草稿') : t('用这台电脑上的')}
          </Button>
          <Button onClick={() => void copy.drop()}>{isSame ? t('丢弃') : t('用服务器上的')}</Button>
        </Space>
      }
    />
  )
}
