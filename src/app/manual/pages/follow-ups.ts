import type { ManualPage } from '#app/manual/page.ts'

export const followUps: ManualPage = {
  purpose: '所有安排好的客户跟进：哪一天、由谁、跟进什么。跟进在客户页里安排，在这里统一处理。',
  figures: [
    {
      name: '待跟进和已完成',
      formula: '您看得到的客户的跟进，按是否完成分开计数',
      note: '跟进日期已过而没有完成的标为已逾期。',
    },
  ],
  tasks: [
    {
      title: '做完今天要跟进的',
      steps: [
        '在「跟进人」里选「我跟进的」，看「待跟进」。',
        '联系之后点「完成」；沟通的内容请写在客户的备注里。',
      ],
    },
    {
      title: '改期，或换一位跟进人',
      steps: ['在那一行点「修改」。', '改跟进日期、内容或跟进人，保存；新的跟进人到那天会在首页看到。'],
    },
    {
      title: '安排一次新的跟进',
      steps: ['点客户名打开客户。', '在「跟进与备注」里点「安排跟进」。'],
    },
  ],
  notes: [
    { text: '跟进人只能是能看到这位客户的在职同事。' },
    { text: '客户移交时，原负责商务未完成的跟进一并移交。' },
  ],
  see: ['customer', 'customers', 'home'],
}
