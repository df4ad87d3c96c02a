export const germanicWords: Readonly<Record<string, string>> = {
  en: `the of and to a in is it you that he was for on are with as i his they be at one have this from or had by
    not but what all were we when your can said there use an each which she do how their if will up other about out
    many then them these so some her would make like him into time has look two more write go see no way could people
    my than first been call who its now find long down day did get come made may part over new after also back good
    just know most only work year years very where much before right too means old any same tell does set three want
    well because here why ask went men read need land different home us move try kind hand picture again change off
    play spell air away animal house point page letter mother answer found study still learn should world high every
    between own below country last school keep never start city tree cross hard might story far run while being has
    having our yours hers ours theirs myself yourself am isn't aren't wasn't don't doesn't didn't can't couldn't won't
    it's you're we're i'm that's there's let's must shall both few more most such nor than once under until against
    during without within through above below again further here's yes please thanks thank hello hi welcome goodbye
    sorry great okay hey morning night evening today tomorrow yesterday week weeks month months hour hours minute
    minutes second seconds days ago later soon always often early late monday tuesday wednesday thursday friday
    saturday sunday january february march april june july august september october november december four five six
    seven eight nine ten hundred thousand save cancel delete edit add remove search settings password user username
    account email login logout sign log register registration home next previous close open file files folder folders
    download upload print share send sent receive received copy paste cut select selected all none less show hide view
    details help about language error errors warning success message messages name address phone number city country
    date price total order orders cart checkout payment payments shipping delivery product products item items
    quantity available unavailable required optional invalid valid enter choose create created update updated profile
    security privacy policy terms conditions contact support news notifications notification status active inactive
    pending completed complete failed loading wait again confirm accept decline reject rejected continue finish finished
    stop pause play submit reset apply filter sort results result found match forgot remember keep logged connect
    connection connected server network unable try access denied allow allowed expired session code verify verified
    verification card bank amount balance invoice invoices bill billing subscription subscribe unsubscribe plan free
    trial upgrade buy sell sold sale discount shop store stock refund return returns customer customers team teams
    member members people guest guests invite invitation owner admin role roles permission permissions group groups
    report reports dashboard overview summary chart table row rows column columns field fields form forms label title
    text image images photo photos video videos audio music document documents page pages link links website web
    browser screen window button menu tab list grid calendar event events meeting task tasks project projects comment
    comments reply replies like likes follow followers post posts feed friend friends chat call calls turn off on
    enable enabled disable disabled default custom advanced general basic options option preferences appearance dark
    light theme size color colour font big small large full empty blank top bottom left right width height weather map
    location near travel flight hotel room rooms booking book trip train bus car doctor health patient medicine job
    jobs salary employee employees company business office review reviews rating rate leave holiday request requests
    approve approved approval missing unknown something went wrong oops everything nothing someone anyone everyone
    another others since yet already almost enough really sure agree learn feedback question questions answer answers
    low battery power water food child children woman man family friend love life money health place water`,
  de: `der die das den dem des ein eine einen einem einer eines und oder aber nicht ist sind war waren wird werden
    wurde wurden bin bist sein haben hat hatte hatten habe kann können konnte muss müssen soll sollen will wollen darf
    dürfen möchte mag ich du er sie es wir ihr mich dich sich uns euch ihm ihn ihnen mein meine dein deine ihre ihren
    ihrem ihrer unser unsere sein seine seinen kein keine keinen zu zum zur in im ins an am auf aus bei beim mit nach
    von vom vor für über unter durch um ohne gegen bis seit während zwischen wegen als wie wenn weil dass ob damit
    auch noch nur schon sehr mehr viel viele wenig alle alles etwas nichts man hier dort da dann jetzt heute morgen
    gestern immer nie wieder so wer was wo wann warum wohin welche welcher welches dieser diese dieses diesem diesen
    jeder jede jedes andere anderen neu neue neuen neuer neues alt gut gute guten groß große klein ganz erste ersten
    letzte nächste nächster eins zwei drei vier fünf sechs sieben acht neun zehn hundert tausend montag dienstag
    mittwoch donnerstag freitag samstag sonntag januar februar märz april mai juni juli august september oktober
    november dezember tag tage tagen woche wochen monat monate jahr jahre jahren stunde stunden minute minuten sekunden
    uhr zeit datum vor kurzem hallo danke bitte willkommen ja nein guten abend nacht tschüss entschuldigung speichern
    gespeichert abbrechen löschen gelöscht bearbeiten hinzufügen entfernen suche suchen einstellungen einstellung
    passwort kennwort benutzer benutzername konto e-mail anmelden anmeldung abmelden angemeldet registrieren
    registrierung startseite zurück weiter vorherige schließen öffnen datei dateien ordner herunterladen hochladen
    drucken teilen senden gesendet empfangen kopieren einfügen ausschneiden auswählen ausgewählt auswahl keine weniger
    anzeigen ausblenden ansicht ansehen einzelheiten hilfe über sprache fehler warnung erfolg erfolgreich nachricht
    nachrichten name vorname nachname adresse telefon telefonnummer nummer stadt ort land straße hausnummer
    postleitzahl preis preise summe gesamt bestellung bestellungen bestellen warenkorb kasse zahlung zahlungen bezahlen
    zahlen versand lieferung liefern artikel produkt produkte anzahl menge verfügbar erforderlich optional ungültig
    gültig eingeben geben eingabe wählen erstellen erstellt aktualisieren aktualisiert profil sicherheit datenschutz
    bedingungen kontakt unterstützung neuigkeiten benachrichtigungen benachrichtigung mitteilung stand aktiv inaktiv
    ausstehend abgeschlossen fehlgeschlagen laden wird geladen warten versuchen erneut bestätigen annehmen akzeptieren
    ablehnen abgelehnt fortfahren fortsetzen beenden beendet starten anfang ende stopp absenden zurücksetzen anwenden
    sortieren ergebnisse ergebnis treffer gefunden vergessen merken bleiben verbinden verbindung verbunden netzwerk
    zugriff zugang verweigert erlauben erlaubt abgelaufen sitzung prüfen bestätigung karte karten bank betrag guthaben
    rechnung rechnungen abonnement abonnieren kostenlos testen kaufen verkaufen verkauft angebot angebote rabatt
    geschäft lager rückgabe rückerstattung kunde kunden mannschaft mitglied mitglieder gast gäste einladen einladung
    besitzer verwalter rolle rollen rechte gruppe gruppen bericht berichte übersicht zusammenfassung tabelle zeile
    zeilen spalte feld felder formular titel überschrift bild bilder foto fotos dokument dokumente seite seiten
    verknüpfung bildschirm fenster schaltfläche liste kalender termin termine veranstaltung besprechung aufgabe aufgaben
    projekt projekte kommentar kommentare antwort antworten gefällt folgen beitrag beiträge freund freunde anruf
    einschalten ausschalten aktivieren deaktivieren standard benutzerdefiniert erweitert allgemein dunkel hell farbe
    größe schrift leer voll oben unten links rechts breite höhe wetter standort reise flug zimmer buchung buchen zug
    bahn auto arzt gesundheit patient arbeit gehalt mitarbeiter firma unternehmen büro bewertung bewertungen urlaub
    antrag genehmigen freigeben fehlt unbekannt etwas schief alles jemand niemand bereits fast genug wirklich sicher
    zustimmen frage fragen änderungen ändern geändert verwerfen zeichen wort wörter wasser essen kind kinder frau mann
    familie leben geld welt haus schule zahl auswahl strom stück kosten gebühr frist kündigung vertrag steuer`,
  nl: `de het een en of maar niet is zijn was waren wordt worden werd ben bent heeft hebben had hadden heb kan kunnen
    kon moet moeten zal zullen zou wil willen mag mogen ik jij je u hij zij ze wij we jullie mij me jou hem haar ons
    hun hen mijn jouw uw onze geen in op aan bij met naar van voor door om uit over onder tot tegen tussen zonder na
    sinds tijdens als dan wanneer omdat dat die dit deze ook nog al alleen heel erg zeer meer veel weinig alle alles
    iets niets men hier daar nu vandaag morgen gisteren altijd nooit weer zo wie wat waar waarom hoe welke welk elk
    elke ieder iedereen andere anders nieuw nieuwe oud oude goed goede groot grote klein kleine eerste laatste volgende
    vorige twee drie vier vijf zes zeven acht negen tien honderd duizend maandag dinsdag woensdag donderdag vrijdag
    zaterdag zondag januari februari maart april mei juni juli augustus september oktober november december dag dagen
    week weken maand maanden jaar jaren uur uren minuut minuten seconden tijd datum geleden later hallo dank bedankt
    alstublieft welkom ja nee goedemorgen avond nacht sorry opslaan opgeslagen annuleren geannuleerd verwijderen
    verwijderd bewerken wijzigen wijzigingen gewijzigd toevoegen zoeken zoekresultaten instellingen instelling
    wachtwoord gebruiker gebruikers gebruikersnaam account inloggen uitloggen aanmelden afmelden ingelogd registreren
    startpagina terug verder sluiten openen bestand bestanden map mappen downloaden uploaden afdrukken delen
    verzenden verzonden sturen ontvangen kopiëren plakken knippen selecteren geselecteerd minder tonen weergeven
    verbergen bekijken weergave details hulp over taal fout fouten waarschuwing gelukt bericht berichten naam voornaam
    achternaam adres telefoon telefoonnummer nummer stad plaats land straat postcode prijs totaal bestelling
    bestellingen bestellen winkelwagen winkelmand afrekenen betaling betalingen betalen verzending bezorging levering
    artikel artikelen product producten aantal beschikbaar verplicht optioneel ongeldig ongeldige geldig geldige voer
    invoeren kies kiezen maken aanmaken gemaakt bijwerken bijgewerkt profiel beveiliging privacy voorwaarden neem
    contact ondersteuning nieuws meldingen melding actief inactief wachten voltooid mislukt laden bezig wacht probeer
    opnieuw bevestigen bevestig accepteren weigeren geweigerd afwijzen doorgaan ga verder einde starten begin stoppen
    indienen herstellen toepassen sorteren resultaten resultaat gevonden vergeten onthouden blijven verbinden
    verbinding verbonden netwerk toegang geweigerd toestaan verlopen sessie code controleren kaart bank bedrag saldo
    factuur facturen abonnement abonneren gratis proberen kopen verkopen verkocht aanbieding korting winkel voorraad
    retour terugbetaling klant klanten lid leden gast gasten uitnodigen uitnodiging eigenaar beheerder rol rollen
    rechten groep groepen rapport rapporten overzicht samenvatting tabel rij rijen kolom veld velden formulier titel
    tekst afbeelding afbeeldingen foto foto's document documenten pagina pagina's koppeling scherm venster knop lijst
    agenda kalender afspraak afspraken evenement vergadering taak taken project projecten opmerking opmerkingen reactie
    reacties antwoord antwoorden volgen vriend vrienden gesprek inschakelen uitschakelen standaard aangepast
    geavanceerd algemeen donker licht kleur grootte lettertype leeg vol boven onder links rechts breedte hoogte weer
    locatie reis vlucht kamer kamers boeking boeken trein auto arts gezondheid patiënt werk baan salaris medewerker
    bedrijf kantoor beoordeling beoordelingen verlof vakantie aanvraag goedkeuren ontbreekt onbekend iets ging mis
    iemand niemand bijna genoeg zeker akkoord vraag vragen water eten kind kinderen vrouw man familie leven geld wereld
    huis school mensen`,
  sv: `och att det som en ett är av för med den till på i inte om har de var vi du jag han hon ni mig dig sig oss er dem
    min mitt mina din ditt dina sin sitt sina vår vårt våra deras hans hennes men eller så när där här från vid kan
    kunde ska skulle måste vill ville får fick bli blir blev vara varit hade haft göra gör gjorde går gick kommer kom
    ser finns fanns mycket mer mest många få alla allt något någon några ingen inget inga annan annat andra bara också
    redan ännu än över under efter före innan mellan utan genom mot hos sedan medan eftersom vad vem vilken vilket vilka
    hur varför varje samma ny nytt nya gammal bra god stor stort stora liten litet små första sista nästa föregående nu
    idag imorgon igår alltid aldrig igen två tre fyra fem sex sju åtta nio tio hundra tusen måndag tisdag onsdag
    torsdag fredag lördag söndag januari februari mars april maj juni juli augusti september oktober november december
    dag dagar vecka veckor månad månader år timme timmar minut minuter sekunder tid datum hej tack välkommen ja nej
    morgon kväll natt ursäkta spara sparat sparad avbryt avbryta radera ta bort raderad redigera ändra ändringar ändrad
    lägg till sök söka sökning inställningar inställning lösenord lösenordet användare användarnamn konto kontot logga
    in ut inloggad inloggning registrera startsida tillbaka nästa fortsätt fortsätta stäng öppna fil filer filerna mapp
    mappar ladda ner upp hämta skriv skriva dela skicka skickat skickad ta emot kopiera klistra klipp välj valda markera
    mindre visa dölj visning detaljer hjälp om språk fel varning lyckades meddelande meddelanden namn förnamn efternamn
    adress telefon telefonnummer nummer stad ort land gata postnummer pris summa totalt beställning beställningar
    beställ varukorg varukorgen kassa kassan betalning betalningar betala frakt leverans leverera artikel artiklar
    produkt produkter antal tillgänglig krävs valfritt ogiltig ogiltigt giltig giltigt ange skapa skapad uppdatera
    uppdaterad uppdaterades profil säkerhet integritet villkor kontakta kontakt nyheter aviseringar aktiv inaktiv väntar
    klar klart slutförd misslyckades laddar vänta försök bekräfta godkänn godkänna acceptera avvisa nekad avböj slut
    slutför avsluta starta börja stoppa skicka återställ tillämpa filtrera sortera resultat träffar hittades glömt kom
    ihåg håll anslut anslutning ansluten nätverk åtkomst tillåt utgången gått session kod verifiera kort bank belopp
    saldo faktura fakturor prenumeration prenumerera gratis prova köp köpa sälja såld erbjudande rabatt butik lager
    retur återbetalning kund kunder medlem medlemmar gäst gäster bjud inbjudan ägare administratör roll roller behörighet
    grupp grupper rapport rapporter översikt sammanfattning tabell rad rader kolumn fält formulär titel rubrik text bild
    bilder foto dokument sida sidor länk länkar skärm fönster knapp lista kalender händelse möte uppgift uppgifter
    projekt kommentar kommentarer svar svara gilla följ inlägg vän vänner samtal slå på av aktivera inaktivera standard
    anpassad avancerat allmänt mörk ljus färg storlek teckensnitt tom tomt full övre nedre vänster höger bredd höjd
    väder plats resa flyg rum bokning boka tåg bil läkare hälsa patient arbete jobb lön anställd företag kontor omdöme
    betyg semester ledighet ansökan saknas okänd gick någonting nästan säker godta fråga frågor vatten mat barn kvinna
    man familj liv pengar värld hus skola människor`,
  'da no': `og i at er en et på med til som for den har om var vi du han hun de sin min din men eller så når der her ved
    kan kunne skal skulle må vil ville få får kommer kom ser alle alt andre over under før hos siden mens samme ny nye god
    stor store små første to tre fire fem seks ti mandag tirsdag onsdag torsdag fredag lørdag søndag januar februar april
    juni juli august september oktober november dag måned måneder år time timer tid dato ja morgen adresse telefon nummer
    by land pris total betaling profil status aktiv konto side sider gruppe grupper kunde kunder kalender rapport rapporter
    rolle roller liste kommentarer kommentar venner bil barn familie liv verden hus skole vis mindre hjem ikke jeg fra dette
    disse dine mine sine hver hvem hvordan hvor hvorfor også bare levering retur blod kort penge`,
  da: `af jeg ikke fra men eller mig dig os jer dem hende vores jeres deres dit mit nogen noget nogle ingen blev blive
    bliver været havde gør gøre gik hvad hvem hvor hvornår hvorfor hvordan hvilke efter mellem uden gennem mod fordi
    også kun meget mere mest mange få nye gammel gode lille næste forrige sidste nu i går aldrig igen otte syv ni
    hundrede tusind marts maj uge uger dage måneder minutter lige hej tak velkommen nej undskyld gem gemt annuller
    annullér slet slettet fjern rediger ændr ændringer ændret tilføj søg søgning indstillinger indstilling adgangskode
    adgangskoden bruger brugere brugernavn log ind ud logget tilmeld opret oprettet forside tilbage fortsæt luk åbn
    åben fil filer filerne mappe mapper hent download upload udskriv del send sendt modtag modtaget kopiér kopier
    indsæt klip vælg valgt valgte vis skjul visning oplysninger detaljer hjælp om sprog fejl advarsel lykkedes besked
    beskeder meddelelse navn fornavn efternavn telefonnummer gade vej postnummer beløb i alt bestilling bestillinger
    bestil ordre ordrer kurv kurven indkøbskurv betal betale forsendelse levering leveres vare varer produkt produkter
    antal tilgængelig påkrævet valgfri ugyldig ugyldigt gyldig gyldigt indtast angiv opdater opdateret sikkerhed
    privatliv vilkår betingelser kontakt nyheder notifikationer underretninger inaktiv afventer fuldført færdig
    mislykkedes indlæser vent prøv bekræft godkend accepter afvis afvist slut afslut start begynd stop nulstil anvend
    sorter resultater resultat fundet glemt husk forbliv tilslut forbindelse forbundet netværk adgang nægtet tillad
    udløbet kode bekræftelse kort bank saldo faktura fakturaer abonnement gratis køb købe sælg solgt tilbud rabat
    butik lager retur tilbagebetaling medlem medlemmer gæst gæster inviter invitation ejer rettigheder oversigt tabel
    række rækker kolonne felt felter formular titel tekst billede billeder foto dokument dokumenter skærm vindue knap
    begivenhed aftale møde opgave opgaver projekt projekter svar følg opslag ven samtale opkald slå til fra aktiver
    deaktiver standard tilpasset avanceret generelt mørk lys farve størrelse tom fuld øverst nederst venstre højre
    bredde højde vejr placering rejse fly værelse bestilling læge sundhed arbejde løn medarbejder virksomhed kontor
    anmeldelse anmeldelser ferie ansøgning mangler ukendt noget gik galt næsten sikker spørgsmål mad kvinde mennesker
    der opstod dine`,
  no: `av jeg ikke fra men eller meg deg oss dere dem henne vår vårt våre deres noen noe ingen ble bli blir vært hadde
    gjør gjøre gikk hva hvem hvor når hvorfor hvordan hvilke etter mellom uten gjennom mot fordi også bare mye mer mest
    mange få nye gammel gode liten neste forrige siste nå i går aldri igjen åtte sju ni hundre tusen mars mai uke uker
    dager måneder minutter akkurat hei takk velkommen nei beklager lagre lagret avbryt avbryte slett slette slettet
    fjern rediger endre endringer endret legg til søk innstillinger innstilling passord passordet bruker brukere
    brukernavn logg inn ut logget pålogget registrer opprett opprettet startside tilbake fortsett lukk åpne åpen fil
    filer filene mappe mapper hent last ned opp skriv del send sendt motta mottatt kopier lim klipp velg valgt valgte
    vis skjul visning detaljer hjelp om språk feil advarsel vellykket melding meldinger navn fornavn etternavn
    telefonnummer gate vei postnummer beløp totalt bestilling bestillinger bestill ordre ordrer handlekurv handlekurven
    kassen betal betale frakt levering leveres vare varer produkt produkter antall tilgjengelig påkrevd valgfritt ugyldig
    gyldig oppgi angi oppdater oppdatert sikkerhet personvern vilkår kontakt nyheter varsler varsel inaktiv venter
    fullført ferdig mislyktes laster vent prøv bekreft godkjenn godta avvis avvist slutt avslutt start begynn stopp
    tilbakestill bruk sorter resultater resultat funnet glemt husk hold koble tilkobling tilkoblet nettverk tilgang
    nektet tillat utløpt økt økten kode kort bank saldo faktura fakturaer abonnement gratis kjøp kjøpe selg solgt tilbud
    rabatt butikk lager retur tilbakebetaling medlem medlemmer gjest gjester inviter invitasjon eier rettigheter
    oversikt tabell rad rader kolonne felt skjema tittel tekst bilde bilder foto dokument dokumenter skjerm vindu
    knapp hendelse avtale møte oppgave oppgaver prosjekt prosjekter svar følg innlegg venn samtale anrop slå på av
    aktiver deaktiver standard tilpasset avansert generelt mørk lys farge størrelse tom full øverst nederst venstre
    høyre bredde høyde vær plassering reise fly rom bestilling lege helse arbeid jobb lønn ansatt bedrift kontor
    anmeldelse vurdering ferie søknad mangler ukjent noe gikk galt nesten sikker spørsmål mat kvinne mennesker det
    oppstod dine`,
  nn: `og i ikkje eg du han ho vi de dei meg deg seg oss dykk min din sin vår ein ei eit det som er var vere vore har
    hadde på med til av for om frå kva kven kvar korleis kvifor når kva noko nokon nokre ingen alle mykje meir mest
    berre også òg men eller så etter før mellom utan gjennom skal skulle kan kunne må vil ville vart verte blir gjer
    gjere gjorde går gjekk kjem kom seier sjå veke veker måndag tysdag onsdag torsdag fredag laurdag søndag år timar
    lagre slett endre vel legg søk innstillingar passord brukar logg inn ut heim tilbake neste lukk opne hjelp språk
    feil melding meldingar namn adresse telefon oppdater ny nye nytt gammal god stor liten vis meir skjul side sider
    framhald takk hei velkomen ja nei i dag i morgon`,
  af: `die 'n en van in is nie het wat dit vir te op met hy sy ek jy ons hulle jou my hom haar hul julle se aan by om uit
    oor na deur tot was word sal kan moet wil sou wees gewees daar hier nou vandag môre gister ook maar of as dan omdat
    toe wanneer wie waar hoe hoekom watter elke ander nuwe ou goeie groot klein eerste laaste volgende vorige een twee
    drie vier vyf ses sewe agt nege tien maandag dinsdag woensdag donderdag vrydag saterdag sondag januarie februarie
    maart mei junie julie augustus desember dag dae week maand jaar uur minute baie meer min alles niks iets mense
    dankie asseblief hallo welkom ja nee stoor kanselleer skrap wysig voeg by soek instellings wagwoord gebruiker
    rekening meld aan af tuis terug sluit lêer lêers laai af stuur kies wys versteek hulp taal fout boodskap naam adres
    telefoon prys bestelling betaling aflewering produk beskikbaar ongeldig geldig skep bywerk onlangs volgens tussen
    teen sonder onder voor ná slegs reeds nog weer altyd nooit jare water huis land wêreld`,
  is: `og að í á er sem ekki til við um með það hann hún þau þeir þær ég þú við þið mig þig mér þér honum henni okkur
    ykkur minn mín þinn þín sinn sín var voru vera verið hefur hafa hafði verður verða varð getur geta gat má skal vill
    en eða svo þegar þar hér frá af fyrir eftir yfir undir milli án hjá þess þessi þetta þennan sá sú því hvað hver
    hvar hvernig hvers vegna hvenær allt allir allar enginn engin ekkert engar annað aðrir mjög meira meiri mest margir
    nýr ný nýtt nýjar gamall góður góð gott stór stórt lítill fyrsta síðasta næsta næst fyrri nú núna í dag á morgun
    gær alltaf aldrei aftur einn tveir tvö þrír þrjú fjórir fimm sex sjö átta níu tíu mánudagur þriðjudagur
    miðvikudagur fimmtudagur föstudagur laugardagur sunnudagur janúar febrúar mars apríl maí júní júlí ágúst september
    október nóvember desember dagur dagar vika vikur mánuður ár klukkustund mínútur tími dagsetning halló takk velkomin
    já nei vista hætta við eyða breyta bæta leita leit stillingar lykilorð notandi notandanafn reikningur reikningi
    innskráning skrá inn út heim til baka áfram loka opna skrár mappa sækja hlaða prenta deila senda afrita líma velja
    veldu valið minna sýna fela skoða upplýsingar hjálp um tungumál villa viðvörun skilaboð nafn heimilisfang sími
    símanúmer númer borg land verð samtals pöntun pantanir karfa körfu greiðsla greiða sending afhending vara vörur
    fjöldi tiltækt nauðsynlegt ógilt gilt stofna uppfæra uppfært öryggi persónuvernd skilmálar hafa samband fréttir
    tilkynningar virkt lokið mistókst hleð bíddu reyna reyndu staðfesta samþykkja hafna halda niðurstöður fannst
    fundust gleymt gleymdirðu muna tenging net aðgangur leyfa útrunnin kóði kort banki upphæð staða frítt kaupa selja
    tilboð afsláttur verslun lager viðskiptavinur hópur yfirlit skýrsla tafla listi dagatal fundur verkefni svar
    spurning spurningar vinna læknir heilsa ferð herbergi veður vatn matur barn kona maður fjölskylda líf heimur hús
    skóli fólk`,
  lb: `de den dat déi an a vun mat fir net ass sinn war hunn huet kann ech du hien si mir dir hir säin mäin däin eng en
    och awer oder wann well wéi wat wien wou hei do elo haut muer gëschter ëmmer nach méi vill all alles näischt een zwee
    dräi véier fënnef sechs siwen aacht néng zéng méindeg dënschdeg mëttwoch donneschdeg freideg samschdeg sonndeg joer
    dag woch mount stonn späicheren ofbriechen läschen sichen astellungen passwuert benotzer kont umellen zréck weider
    hëllef sprooch feeler noriicht numm adress bestellung bezuelen moien merci wëllkomm jo nee gutt grouss kleng nei`,
};
