import { App, Button } from 'antd'
import { t } from '#kit/text.ts'
import { dropUnsentOf, unsentOf } from './drafts.tsx'
import { keepAll } from './unsaved.tsx'
import { useSession } from './user.tsx'
import { changeWaiting, waitingOf } from './waiting.tsx'

/** Maximum number of drafts that the question names. */
const NAMED = 3

/** Signs out; a user with unsent input is asked first what to do with it. */
export function useSignOut(): () => Promise<void> {
  const { user, end } = useSession()
  const { modal } = App.useApp()
  return async () => {
    if (!user) return end()
    await keepAll()
    const [drafts, waiting] = await Promise.all([unsentOf(user.id), waitingOf(user.id)])
    if (drafts.length + waiting.length === 0) return end()
    const forget = async () => {
      question.destroy()
      await Promise.all([dropUnsentOf(user.id), changeWaiting(user.id, () => [])])
      await end()
    }
    const question = modal.confirm({
      title:
        waiting.length > 0
          ? t('您有 {n} 份内容还没有发到服务器', { n: waiting.length })
          : t('您有 {n} 份没有保存的草稿', { n: drafts.length }),
      content: wordsOf((waiting.length > 0 ? waiting : drafts).map(({ title }) => title)),
      okText: t('保留草稿并退出'),
      cancelText: t('不退出'),
      onOk: end,
      footer: (_, { OkBtn, CancelBtn }) => (
        <>
          <Button danger onClick={() => void forget()}>
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
  const named = titles.slice(0, NAMED).join('、')
  const list = titles.length > NAMED ? t('{titles}等', { titles: named }) : named
  return t('{list}。草稿留在这台电脑上，只有您登录后能看到，最多保留 14 天。在公用电脑上请删除。', { list })
}
