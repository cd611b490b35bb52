import { App, Button } from 'antd'
import { t } from '#kit/text.ts'
import { dropUnsentDrafts, unsentDrafts } from './drafts.tsx'
import { queuedEntries, updateQueue } from './offlineQueue.tsx'
import { saveAllDrafts } from './unsaved.tsx'
import { useSession } from './user.tsx'

/** Maximum number of drafts that the question names. */
const MAX_NAMED_DRAFTS = 3

/** Signs out; a user with unsent input is asked first what to do with it. */
export function useSignOut(): () => Promise<void> {
  const { user, end } = useSession()
  const { modal } = App.useApp()
  return async () => {
    if (!user) return end()
    await saveAllDrafts()
    const [drafts, queued] = await Promise.all([unsentDrafts(user.id), queuedEntries(user.id)])
    if (drafts.length + queued.length === 0) return end()
    const discardAll = async () => {
      question.destroy()
      await Promise.all([dropUnsentDrafts(user.id), updateQueue(user.id, () => [])])
      await end()
    }
    const question = modal.confirm({
      title:
        queued.length > 0
          ? t('您有 {n} 份内容还没有发到服务器', { n: queued.length })
          : t('您有 {n} 份没有保存的草稿', { n: drafts.length }),
      content: wordsOf((queued.length > 0 ? queued : drafts).map(({ title }) => title)),
      okText: t('保留草稿并退出'),
      cancelText: t('不退出'),
      onOk: end,
      footer: (_, { OkBtn, CancelBtn }) => (
        <>
          <Button danger onClick={() => void discardAll()}>
            {t('删除草稿并退出')}
          </Button>
          <CancelBtn />
          <OkBtn />
        </>
      ),
    })
  }
}

function wordsOf(titles: string[]): string {
  const named = titles.slice(0, MAX_NAMED_DRAFTS).join('、')
  const list = titles.length > MAX_NAMED_DRAFTS ? t('{titles}等', { titles: named }) : named
  return t('{list}。草稿留在这台电脑上，只有您登录后能看到，最多保留 14 天。在公用电脑上请删除。', { list })
}
