import type { ConsentTexts } from '../texts.ts';

export const texts: ConsentTexts = {
  acceptAll: 'Tillåt alla',
  acceptSelected: 'Tillåt valda',
  save: 'Spara',
  decline: 'Avböj',
  ok: 'Tillåt',
  close: 'Stäng',
  privacyPolicy: {
    name: 'vad den här webbplatsen sparar och hämtar',
    text: 'Mer om detta: {privacyPolicy}.',
  },
  consentModal: {
    title: 'Vad som får laddas här',
    description: 'Välj vad webbplatsen får spara i din webbläsare och hämta från andra.',
    saved: 'Ditt val är sparat.',
  },
  consentNotice: {
    title: 'Får vi?',
    description: 'Med ditt samtycke använder webbplatsen också: {purposes}. Den fungerar lika bra utan.',
    changeDescription: 'Något här har ändrats sedan ditt förra besök. Välj gärna på nytt.',
    learnMore: 'Låt mig välja',
    testing: 'Test: det här är inte publicerat än.',
  },
  contextualConsent: {
    description: 'Det här innehållet kommer från {title}. Ska det laddas?',
    hosts: 'Din webbläsare kontaktar {hosts}.',
    acceptOnce: 'Ladda den här gången',
    acceptAlways: 'Ladda alltid',
    descriptionEmptyStore: 'Du kan ändra dig när som helst här: {link}.',
    modalLinkText: 'Hantera kakor',
    askAgain: 'Fråga igen nästa gång',
  },
  purposes: {
    functional: {
      title: 'Det som webbplatsen behöver',
      description: 'Utan dem skulle delar av webbplatsen inte fungera. De går inte att stänga av.',
    },
    media: {
      title: 'Filmer från andra håll',
      description: 'De spelas mitt i en lektion. Den som lagrar dem får veta att du tittar.',
    },
    performance: {
      title: 'Statistik',
      description: 'Den hjälper oss att se vilka sidor som läses och var folk kör fast.',
    },
    marketing: {
      title: 'Marknadsföring',
      description: 'Andra företag får veta vad du tittar på och kan använda det för att visa sådant som passar dig.',
    },
    advertising: {
      title: 'Annonser',
      description: 'Andra företag kan använda det du gör här för annonser som är riktade till dig.',
    },
  },
  purposeItem: {
    service: 'tjänst',
    services: 'tjänster',
  },
  service: {
    purpose: 'Ändamål',
    purposes: 'Ändamål',
    required: {
      title: 'alltid på',
      description: 'Webbplatsen behöver den.',
    },
    optOut: {
      title: 'på tills du avböjer',
      description: 'Den laddas innan du har valt. Du kan stänga av den.',
    },
    disableAll: {
      title: 'Alla på en gång',
      description: 'Slår på eller av alla tjänster som du kan välja.',
    },
  },
  platform: {
    title: 'Webbplatsen själv',
    description: 'Håller dig inloggad och minns ditt tema, vad du har läst och vad du har valt här.',
  },
  paddle: {
    title: 'Paddle',
    description: 'Tar emot betalningar. Laddas bara på prenumerationens sidor.',
  },
  matomo: {
    title: 'Matomo',
    description:
      'Räknar vilka sidor som läses, på en server som webbplatsens ägare själv driver. Om du är inloggad får Matomo också veta numret på ditt konto.',
  },
  youtube: {
    title: 'YouTube',
    description:
      'Spelar upp filmer som ligger på YouTube. Google får då veta din internetadress och vilken film du ser.',
  },
};
