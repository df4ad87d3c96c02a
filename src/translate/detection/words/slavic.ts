export const slavicWords: Readonly<Record<string, string>> = {
  pl: `i w na z ze do nie się to jest są był była było były być co jak ale lub albo oraz że od po za dla przez przy o u
    pod nad przed między bez ja ty on ona ono my wy oni one mnie mi cię ci go jej mu ją nas nam was wam ich im mój moja
    moje twój twoja twoje swój swoje jego nasz nasze wasz ten ta te tym tego tej tych tam tu tutaj kto czego czy gdzie
    kiedy dlaczego który która które których jaki jaka jakie ile jeśli jeżeli gdy kiedy ponieważ więc aby żeby już
    jeszcze też także tylko bardzo więcej mniej dużo mało wiele wszystko wszystkie wszyscy każdy nic nikt coś ktoś
    inny inne inna nowy nowa nowe nowych stary dobry dobra dobrze duży duża mały pierwszy pierwsza ostatni ostatnia
    następny następna poprzedni może mogą możesz można musi musisz trzeba chcesz chce ma mają masz mam mieć zostać
    został została zostało będzie będą teraz dziś dzisiaj jutro wczoraj zawsze nigdy znowu ponownie jeden dwa dwie trzy
    cztery pięć sześć siedem osiem dziewięć dziesięć sto tysiąc poniedziałek wtorek środa czwartek piątek piątku sobota
    niedziela stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
    styczeń luty marzec kwiecień maj czerwiec lipiec dzień dni tydzień tygodnie miesiąc miesiące rok lata lat godzina
    godziny godzin minuta minuty minut sekund czas data temu cześć dziękuję dziękujemy proszę witaj witamy tak dobry
    wieczór noc przepraszamy zapisz zapisano zapisać anuluj anulowano usuń usunięto usunąć edytuj zmień zmiany dodaj
    dodać szukaj wyszukaj wyszukiwanie ustawienia hasło hasła użytkownik użytkownicy użytkownika nazwa konto konta
    zaloguj logowanie wyloguj zalogowany zarejestruj rejestracja strona główna wstecz wróć dalej kontynuuj zamknij
    otwórz plik pliki plików folder foldery pobierz prześlij wyślij wysłano drukuj udostępnij odbierz kopiuj wklej
    wytnij wybierz wybrano zaznacz pokaż ukryj wyświetl widok szczegóły pomoc o język błąd błędy błędu ostrzeżenie
    uwaga sukces wiadomość wiadomości imię nazwisko adres telefon telefonu numer miasto kraj ulica kod cena kwota suma
    razem zamówienie zamówienia zamów koszyk koszyka kup płatność płatności zapłać dostawa wysyłka produkt produkty
    ilość dostępny dostępne niedostępny wymagane opcjonalne nieprawidłowy nieprawidłowe prawidłowy podaj wpisz wprowadź
    utwórz utworzono aktualizuj zaktualizowano profil bezpieczeństwo prywatność warunki regulamin kontakt wsparcie
    aktualności powiadomienia powiadomienie stan aktywny nieaktywny oczekuje zakończono niepowodzenie ładowanie czekaj
    poczekaj spróbuj potwierdź akceptuj zaakceptuj odrzuć odrzucono odrzucona zakończ koniec rozpocznij zacznij
    zatrzymaj zresetuj zastosuj filtruj sortuj wyniki wynik wyników brak znaleziono pamiętasz zapamiętaj połącz
    połączenie połączono serwer sieć dostęp zezwól wygasła wygasł sesja zweryfikuj karta karty bank saldo faktura
    faktury subskrypcja bezpłatny darmowy wypróbuj sprzedaj sprzedaż oferta oferty rabat sklep magazyn zwrot klient
    klienci zespół członek członkowie gość goście zaproś zaproszenie właściciel administrator rola uprawnienia grupa
    grupy raport raporty przegląd podsumowanie tabela wiersz wiersze kolumna pole pola formularz tytuł tekst obraz
    obrazy zdjęcie zdjęcia dokument dokumenty strony link ekran okno przycisk lista kalendarz wydarzenie spotkanie
    zadanie zadania projekt projekty komentarz komentarze odpowiedź odpowiedz lubię obserwuj post znajomi przyjaciel
    rozmowa włącz wyłącz domyślny niestandardowy zaawansowane ogólne ciemny jasny kolor rozmiar czcionka pusty pełny
    góra dół lewo prawo szerokość wysokość pogoda lokalizacja mapa podróż lot pokój rezerwacja zarezerwuj pociąg
    samochód lekarz zdrowie pacjent praca wynagrodzenie pracownik firma biuro opinia opinie ocena urlop wniosek
    zatwierdź brakuje nieznany wystąpił coś poszło prawie dość pewny pytanie pytania woda jedzenie dziecko dzieci
    kobieta mężczyzna rodzina życie pieniądze świat dom szkoła ludzie termin godzinę`,
  cs: `a v ve na z ze s se si je jsou byl byla bylo byli být jsem jste jsme není nejsou má mají máte mám mít může mohou
    můžete musí musíte chcete chce bude budou by aby když pokud protože nebo ale ani že jak jako kde kdy kdo co proč
    který která které kteří jaký kolik já ty on ona ono my vy oni mě mi tě ti ho mu ji jí nás nám vás vám jich jim můj
    moje tvůj tvoje svůj jeho její náš naše váš vaše ten ta to ti tento tato toto těchto tím toho tam tady zde sem pro
    při před mezi bez pod nad přes podle kvůli od do po za u o k ke už ještě také taky jen pouze velmi více méně hodně
    mnoho málo vše všechno všechny všichni každý nic nikdo něco někdo jiný jiné nový nová nové starý dobrý dobře velký
    velká malý první poslední další předchozí nyní teď dnes dneska zítra včera vždy nikdy znovu opět jeden dva dvě tři
    čtyři pět šest sedm osm devět deset sto tisíc pondělí úterý středa čtvrtek pátek pátku sobota neděle leden ledna
    únor února březen března duben dubna květen května červen června červenec července srpen srpna září říjen října
    listopad listopadu prosinec prosince den dny dní týden týdny měsíc měsíce rok roky let hodina hodiny hodin minuta
    minuty sekund čas datum ahoj děkujeme děkuji prosím vítejte ano ne dobrý večer noc omlouváme uložit uloženo zrušit
    zrušeno smazat odstranit smazáno upravit změnit změny přidat hledat vyhledat vyhledávání nastavení heslo hesla
    uživatel uživatelé uživatelské jméno účet účtu přihlásit přihlášení přihlášen odhlásit registrovat registrace domů
    úvod zpět pokračovat zavřít otevřít soubor soubory souborů složka složky stáhnout nahrát vytisknout tisk sdílet
    odeslat odesláno přijmout přijato kopírovat vložit vyjmout vybrat vybráno zobrazit skrýt zobrazení podrobnosti
    nápověda pomoc o jazyk chyba chyby varování úspěch úspěšně zpráva zprávy příjmení adresa adresu telefon telefonní
    číslo město země ulice psč cena částka celkem objednávka objednávky objednat košík košíku koupit platba platby
    zaplatit doprava doručení dodání zboží produkt produkty množství dostupné skladem povinné volitelné neplatný
    neplatné platný platnou zadejte zadat zvolte vyberte vytvořit vytvořeno aktualizovat aktualizováno profil
    zabezpečení soukromí podmínky kontakt kontaktujte podpora novinky oznámení upozornění stav aktivní neaktivní čeká
    dokončeno selhalo načítání čekejte počkejte zkusit zkuste potvrdit odmítnout zamítnout zamítnuto dokončit konec
    začít spustit zastavit obnovit použít filtrovat seřadit výsledky výsledek nalezeno nenalezeno zapomněli zapamatovat
    zůstat připojit připojení připojeno síť přístup odepřen povolit vypršela vypršel relace ověřit ověření karta banka
    zůstatek faktura faktury předplatné zdarma vyzkoušet prodat prodáno prodej nabídka nabídky sleva obchod sklad
    vrácení zákazník zákazníci tým člen členové host hosté pozvat pozvánka vlastník správce oprávnění skupina
    skupiny přehled zpráva souhrn tabulka řádek řádky sloupec pole formulář název nadpis obrázek obrázky fotka
    fotografie dokument dokumenty stránka stránky odkaz obrazovka okno tlačítko seznam kalendář událost schůzka úkol
    úkoly projekt projekty komentář komentáře odpověď odpovědět líbí sledovat příspěvek přítel přátelé hovor zapnout
    vypnout výchozí vlastní pokročilé obecné tmavý světlý barva velikost písmo prázdný plný nahoře dole vlevo vpravo
    šířka výška počasí poloha mapa cesta let pokoj rezervace rezervovat vlak auto lékař zdraví pacient práce mzda
    zaměstnanec firma společnost kancelář recenze hodnocení dovolená žádost schválit chybí neznámý nastala pokazilo
    téměř dost jistě otázka otázky voda jídlo dítě děti žena muž rodina život peníze svět dům škola lidé brzy`,
  sk: `a v vo na z zo s so sa si je sú bol bola bolo boli byť som ste sme nie má majú máte mám mať môže môžu môžete musí
    musíte chcete chce bude budú by aby keď ak pretože alebo ale ani že ako kde kedy kto čo prečo ktorý ktorá ktoré
    ktorí aký koľko ja ty on ona ono my vy oni ma mi ťa ti ho mu ju jej nás nám vás vám ich im môj moje tvoj tvoje svoj
    jeho jej náš naše váš vaše vaša ten tá to tí tento táto toto týchto tým toho tam tu sem pre pri pred medzi bez pod
    nad cez podľa od do po za u o k ku už ešte aj tiež len iba veľmi viac menej veľa mnoho málo všetko všetky všetci
    každý nič nikto niečo niekto iný iné nový nová nové starý dobrý dobre veľký veľká malý prvý prvá posledný posledná
    ďalší ďalšie ďalej predchádzajúci teraz dnes zajtra včera vždy nikdy znova znovu opäť jeden dva dve tri štyri päť
    šesť sedem osem deväť desať sto tisíc pondelok utorok streda štvrtok piatok piatku sobota nedeľa január február marec
    apríl máj jún júna júl júla august september október november december deň dni dní týždeň týždne mesiac mesiace rok
    roky rokov hodina hodiny hodín hodinami minúta minúty sekúnd čas dátum ahoj ďakujeme ďakujem prosím vitajte áno nie
    večer noc ospravedlňujeme uložiť uložené zrušiť zrušené zmazať odstrániť vymazať upraviť zmeniť zmeny pridať hľadať
    vyhľadať vyhľadávanie nastavenia nastavenie heslo hesla používateľ používatelia používateľské meno účet účtu
    prihlásiť prihlásenie prihlásený odhlásiť registrovať registrácia domov úvod späť pokračovať zavrieť zatvoriť
    otvoriť súbor súbory súborov priečinok stiahnuť nahrať vytlačiť tlačiť zdieľať odoslať odoslané prijať prijaté
    kopírovať vložiť vystrihnúť vybrať vybraté zobraziť skryť zobrazenie podrobnosti pomoc pomocník o jazyk chyba chyby
    varovanie upozornenie úspech úspešne správa správy priezvisko adresa adresu telefón telefónne číslo mesto krajina
    ulica cena suma spolu celkom objednávka objednávky objednať košík košíka kúpiť platba platby zaplatiť doprava
    doručenie dodanie tovar produkt produkty množstvo dostupné sklade povinné voliteľné neplatný neplatné platný platnú
    zadajte zadať zvoľte vyberte vytvoriť vytvorené aktualizovať aktualizované profil zabezpečenie bezpečnosť súkromie
    podmienky kontakt kontaktujte podpora novinky oznámenia oznámenie stav aktívny neaktívny čaká dokončené zlyhalo
    načítava čakajte počkajte skúsiť skúste potvrdiť odmietnuť zamietnuť zamietnuté dokončiť koniec začať spustiť
    zastaviť obnoviť použiť filtrovať zoradiť výsledky výsledok nájdené zabudli zapamätať zostať pripojiť pripojenie
    pripojené sieť prístup odmietnutý povoliť vypršala vypršal relácia overiť overenie karta banka zostatok faktúra
    faktúry predplatné zadarmo bezplatne vyskúšať predať predané predaj ponuka ponuky zľava obchod sklad vrátenie
    zákazník zákazníci tím člen členovia hosť hostia pozvať pozvánka vlastník správca oprávnenia skupina skupiny prehľad
    súhrn tabuľka riadok riadky stĺpec pole formulár názov nadpis obrázok obrázky fotka fotografie dokument dokumenty
    stránka stránky odkaz obrazovka okno tlačidlo zoznam kalendár udalosť stretnutie úloha úlohy projekt projekty
    komentár komentáre odpoveď odpovedať páči sledovať príspevok priateľ priatelia hovor zapnúť vypnúť predvolené
    vlastné pokročilé všeobecné tmavý svetlý farba veľkosť písmo prázdny plný hore dole vľavo vpravo šírka výška počasie
    poloha mapa cesta let izba rezervácia rezervovať vlak auto lekár zdravie pacient práca mzda zamestnanec firma
    spoločnosť kancelária recenzia recenzie hodnotenie dovolenka žiadosť schváliť chýba neznámy nastala pokazilo takmer
    dosť iste otázka otázky voda jedlo dieťa deti žena muž rodina život peniaze svet dom škola ľudia čoskoro`,
  'hr bs sr': `i u na s sa se je su da ne za od do po iz kod pri pod nad bez o k prema kroz među ili ali ni niti što kao
    kako gdje kada kad zašto koji koja koje koliko ako jer dok ja ti on ona ono mi vi oni me mene te tebe ga mu ju je joj
    nas nam vas vam ih im moj moja moje tvoj tvoja tvoje svoj njegov njen naš naša naše vaš vaša vaše ovaj ova ovo taj ta
    to tu tamo ovdje sam si smo ste jesu nije nisu bio bila bilo bili biti bit će ćete ima imaju imate imam može mogu
    možete mora moraju treba želite želi već još i također samo vrlo jako više manje mnogo malo sve svi svaki ništa nešto
    drugi druga drugo novi nova novo novih stari dobar dobro velik veliki velika mali prvi prva zadnji posljednji
    sljedeći sljedeće prethodni sada danas sutra jučer uvijek nikad ponovo ponovno jedan dva dvije tri četiri pet šest
    sedam osam devet deset sto ponedjeljak utorak srijeda četvrtak petak petka subota nedjelja dan dana dani tjedan
    mjesec godina godine godinu sat sata sati minuta minute sekundi vrijeme datum prije bok zdravo hvala molimo dobro
    došli da dobar večer noć spremi spremljeno sačuvaj odustani otkaži poništi obriši izbriši ukloni uredi izmijeni
    promijeni promjene dodaj traži pretraži pretraga pretraživanje postavke lozinka lozinku korisnik korisnici korisničko
    ime račun nalog prijava prijavi prijavite odjava odjavi prijavljen registracija registriraj početna natrag nazad
    naprijed nastavi dalje zatvori otvori datoteka datoteke datoteku mapa mape preuzmi učitaj pošalji poslano ispis
    ispiši podijeli primi kopiraj zalijepi izreži odaberi odabrano izaberi prikaži sakrij prikaz pogledaj detalji pomoć o
    jezik greška greške pogreška pogreške upozorenje uspjeh uspješno poruka poruke prezime adresa adresu telefon broj
    grad država ulica cijena iznos ukupno narudžba narudžbe naruči košarica košaricu korpa kupi kupovina plaćanje plati
    dostava isporuka artikl proizvod proizvodi količina dostupno nedostupno obavezno neobavezno neispravan neispravna
    ispravan ispravnu važeću unesite unesi stvori kreiraj ažuriraj ažurirano profil sigurnost privatnost uvjeti kontakt
    kontaktirajte podrška novosti vijesti obavijesti obavještenja obavijest stanje status aktivan neaktivan na čekanju
    završeno neuspješno učitavanje pričekajte sačekajte pokušaj pokušajte potvrdi prihvati odbij odbijeno odbijena
    završi kraj započni pokreni zaustavi vrati primijeni filtriraj sortiraj rezultati rezultat rezultata nema pronađeno
    zaboravili zapamti ostani poveži veza povezano poslužitelj server mreža pristup odbijen dopusti istekla istekao
    sesija kod provjeri kartica kartice banka stanje faktura pretplata besplatno isprobaj prodaj prodano prodaja ponuda
    ponude popust trgovina zalihi zaliha povrat kupac kupci tim član članovi gost gosti pozovi pozivnica vlasnik
    administrator uloga dozvole grupa grupe izvještaj izvješće pregled sažetak tablica red stupac polje polja obrazac
    naslov tekst slika slike fotografija dokument dokumenti stranica stranice poveznica zaslon ekran prozor gumb popis
    kalendar događaj sastanak zadatak zadaci projekt projekti komentar komentari odgovor odgovori sviđa prati objava
    prijatelj prijatelji poziv uključi isključi zadano prilagođeno napredno općenito tamno svijetlo boja veličina prazno
    puno gore dolje lijevo desno širina visina lokacija karta putovanje let soba sobe rezervacija rezerviraj vlak auto
    liječnik zdravlje pacijent posao rad plaća zaposlenik tvrtka firma ured recenzija recenzije ocjena odmor zahtjev
    odobri nedostaje nepoznato došlo dogodila pošlo skoro dovoljno sigurno pitanje pitanja voda hrana dijete djeca žena
    čovjek obitelj život novac svijet kuća škola ljudi rok uskoro`,
  sl: `in v na z s za se je so da ne od do po iz pri pod nad brez o k proti skozi med ali ampak pa niti kot kako kje kdaj
    zakaj kdo kaj kateri katera katero koliko če ker ko dokler jaz ti on ona ono mi vi oni me mene te ga mu jo ji nas nam
    vas vam jih jim moj moja moje tvoj tvoja tvoje svoj njegov njen naš naša naše vaš vaša vaše ta to ti tega tem tam tu
    tukaj sem si smo ste niso ni bil bila bilo bili biti bo bodo boste ima imajo imate imam lahko more mora morajo morate
    treba želite želi že še tudi samo le zelo več manj veliko malo vse vsi vsak nič nihče nekaj nekdo drug drugi druga
    drugo nov nova novo novi star dober dobro velik velika majhen prvi prva zadnji zadnja naslednji naslednja prejšnji
    zdaj danes jutri včeraj vedno nikoli znova spet ponovno en ena dva dve tri štiri pet šest sedem osem devet deset sto
    tisoč ponedeljek torek sreda četrtek petek petka sobota nedelja januar februar marec april maj junij julij avgust
    september oktober november december dan dni dnevi teden mesec leto leta let ura ure ur urama minuta minute minut
    sekund čas datum pred živijo hvala prosimo prosim dobrodošli dober večer noč oprostite shrani shranjeno prekliči
    preklicano izbriši odstrani uredi spremeni spremembe dodaj išči iskanje poišči nastavitve geslo gesla uporabnik
    uporabniki uporabniško ime račun računa prijava prijavi prijavite odjava odjavi prijavljen registracija domov nazaj
    naprej nadaljuj zapri odpri datoteka datoteke datotek mapa mape prenesi naloži pošlji poslano natisni deli prejmi
    prejeto kopiraj prilepi izreži izberi izberite izbrano pokaži prikaži skrij pogled ogled podrobnosti pomoč o jezik
    napaka napake opozorilo uspeh uspešno sporočilo sporočila priimek naslov telefon telefonska številka mesto kraj
    država ulica cena znesek skupaj naročilo naročila naroči košarica košarico kupi nakup plačilo plačila plačaj dostava
    dobava izdelek izdelki količina voljo zalogi obvezno neobvezno neveljaven neveljavno veljaven vnesite vnesi ustvari
    ustvarjeno posodobi posodobljeno profil varnost zasebnost pogoji stik kontakt podpora novice obvestila obvestilo
    stanje aktiven neaktiven čakanju dokončano neuspešno nalaganje počakajte poskusi poskusite potrdi sprejmi zavrni
    zavrnjeno zavrnjena končaj konec začni zaženi ustavi ponastavi uporabi filtriraj razvrsti rezultati rezultat
    zadetkov najdeno pozabili zapomni ostani poveži povezava povezano strežnik omrežje dostop zavrnjen dovoli potekla
    potekel seja koda preveri kartica banka stanje računi naročnina brezplačno preizkusi prodaj prodano prodaja ponudba
    popust trgovina zaloga vračilo stranka kupec ekipa član člani gost gostje povabi vabilo lastnik skrbnik vloga pravice
    skupina skupine poročilo poročila pregled povzetek tabela vrstica vrstice stolpec polje polja obrazec besedilo slika
    slike fotografija dokument dokumenti stran strani povezava zaslon okno gumb seznam koledar dogodek sestanek naloga
    naloge projekt projekti komentar komentarji odgovor odgovori všeč sledi objava prijatelj prijatelji klic vklopi
    izklopi privzeto po meri napredno splošno temno svetlo barva velikost prazno polno zgoraj spodaj levo desno širina
    višina vreme lokacija zemljevid potovanje let soba sobe rezervacija rezerviraj vlak avto zdravnik zdravje bolnik
    delo služba plača zaposleni podjetje pisarna ocena ocene dopust zahteva odobri manjka neznano prišlo zgodila skoraj
    dovolj gotovo vprašanje vprašanja voda hrana otrok otroci ženska moški družina življenje denar svet hiša šola ljudje
    kmalu rok`,
  ru: `и в во на с со не что это как по к ко из за от до для при без под над о об у же бы ли или но а да нет я ты он она
    оно мы вы они меня мне тебя тебе его ему её ей нас нам вас вам их им мой моя моё мои твой ваш ваша ваше ваши наш наша
    свой себя этот эта эти этого тот там тут здесь сюда где когда почему кто чего который которая которые какой сколько
    если чтобы потому так также тоже только уже ещё еще очень более больше меньше много мало все всё весь всех каждый
    ничего никто что-то кто-то другой другие новый новая новое новые старый хороший хорошо большой маленький первый
    последний следующий предыдущий был была было были быть есть будет будут может могут можно нужно надо должен имеет
    сейчас теперь сегодня завтра вчера всегда никогда снова один два две три четыре пять шесть семь восемь девять десять
    сто тысяча понедельник вторник среда четверг пятница пятницы суббота воскресенье января февраля марта апреля мая июня
    июля августа сентября октября ноября декабря день дня дней неделя недели месяц месяцев год года лет час часа часов
    минута минут секунд время дата назад привет здравствуйте спасибо пожалуйста добро пожаловать вечер ночь извините
    сохранить сохранено отмена отменить отменено удалить удалено изменить редактировать изменения добавить поиск искать
    найти настройки пароль пользователь пользователи пользователя имя аккаунт учетная запись войти вход выйти выход
    зарегистрироваться регистрация главная вперёд далее продолжить закрыть открыть файл файлы файлов папка папки скачать
    загрузить загрузка печать поделиться отправить отправлено получить получено копировать вставить вырезать выбрать
    выбрано показать скрыть просмотр подробнее подробности помощь справка язык ошибка ошибки предупреждение внимание
    успешно сообщение сообщения фамилия адрес телефон номер город страна улица цена сумма итого заказ заказы заказать
    корзина корзину купить оплата оплатить доставка товар товары количество доступно доступен обязательно необязательно
    неверный неверно действительный введите укажите выберите создать создано обновить обновлено профиль безопасность
    конфиденциальность условия контакты связаться поддержка новости уведомления уведомление статус активен ожидает
    завершено ошибкой загружается подождите попробуйте повторить подтвердить принять отклонить отклонено отклонена
    завершить конец начать запустить остановить сбросить применить фильтр сортировать результаты результат найдено забыли
    запомнить система системы подключить подключение подключено сервер сеть доступ запрещён разрешить истекла истёк
    сессия код проверить карта карты банк баланс счёт счета подписка подписаться бесплатно продать продано продажа
    скидка скидки магазин наличии склад возврат клиент клиенты команда участник участники гость гости пригласить
    приглашение владелец администратор роль права группа группы отчёт отчеты обзор сводка таблица строка столбец поле
    поля форма название заголовок текст изображение фото документ документы страница страницы ссылка сайт экран окно
    кнопка список календарь событие встреча задача задачи проект проекты комментарий комментарии ответ ответить нравится
    друг друзья звонок включить выключить отключить умолчанию дополнительно общие тёмная светлая цвет размер шрифт пусто
    вверх вниз слева справа ширина высота погода место поездка рейс номер бронирование забронировать поезд машина врач
    здоровье пациент работа зарплата сотрудник компания офис отзыв отзывы оценка отпуск запрос одобрить отсутствует
    неизвестно произошла что-то пошло почти точно вопрос вопросы вода еда ребёнок дети женщина мужчина семья жизнь деньги
    мир дом школа люди срок скоро`,
  uk: `і й в у на з із зі не що це як по до від для при без під над про за о або але та а так ні я ти він вона воно ми ви
    вони мене мені тебе тобі його йому її їй нас нам вас вам їх їм мій моя моє мої твій ваш ваша ваше ваші наш наша свій
    себе цей ця це ці цього той там тут сюди де коли чому хто чого який яка яке які скільки якщо щоб бо тому також теж
    лише тільки вже ще дуже більше менше багато мало все всі весь усі кожен нічого ніхто щось хтось інший інші новий нова
    нове нові старий добрий добре великий малий перший останній наступний попередній був була було були бути є буде
    будуть може можуть можна треба потрібно має мають зараз тепер сьогодні завтра вчора завжди ніколи знову один два дві
    три чотири п'ять шість сім вісім дев'ять десять сто тисяча понеділок вівторок середа четвер п'ятниця п'ятниці субота
    неділя січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня день дні днів тиждень
    тижні місяць рік роки років година години годин хвилина хвилин секунд час дата тому привіт вітаємо дякуємо дякую
    будь ласка вечір ніч вибачте зберегти збережено скасувати скасовано видалити видалено змінити редагувати зміни додати
    пошук шукати знайти налаштування пароль користувач користувачі ім'я обліковий запис увійти вхід вийти вихід
    зареєструватися реєстрація головна назад вперед далі продовжити закрити відкрити файл файли файлів папка папки
    завантажити завантаження друк поділитися надіслати надіслано отримати отримано копіювати вставити вирізати вибрати
    обрати вибрано показати сховати приховати перегляд докладніше детальніше довідка допомога мова помилка помилки
    попередження увага успішно повідомлення прізвище адреса адресу телефон номер місто країна вулиця ціна сума разом
    замовлення замовити кошик купити оплата оплатити сплатити доставка товар товари кількість доступно обов'язково
    необов'язково недійсний дійсний дійсну введіть вкажіть виберіть створити створено оновити оновлено профіль безпека
    конфіденційність умови контакти підтримка новини сповіщення стан активний очікує завершено невдало зачекайте спробуйте
    повторити підтвердити прийняти відхилити відхилено завершити кінець почати запустити зупинити скинути застосувати
    фільтр сортувати результати результат знайдено забули запам'ятати залишатися система системі підключити підключення
    сервер мережа доступ заборонено дозволити закінчився закінчилася сеанс код перевірити картка картку банк баланс
    рахунок рахунки підписка безкоштовно продати продано знижка магазин наявності склад повернення клієнт клієнти
    команда учасник учасники гість гості запросити запрошення власник адміністратор роль права група групи звіт звіти
    огляд таблиця рядок стовпець поле поля форма назва заголовок текст зображення фото документ документи сторінка
    сторінки посилання сайт екран вікно кнопка список календар подія зустріч завдання проєкт коментар коментарі відповідь
    відповісти подобається друг друзі дзвінок увімкнути вимкнути типово додатково загальні темна світла колір розмір
    шрифт порожньо вгору вниз ліворуч праворуч ширина висота погода місце подорож рейс бронювання поїзд машина лікар
    здоров'я пацієнт робота зарплата працівник компанія офіс відгук відгуки оцінка відпустка запит схвалити відсутній
    невідомо сталася сталось щось пішло майже напевно питання запитання вода їжа дитина діти жінка чоловік родина життя
    гроші світ дім школа люди термін незабаром`,
  be: `і у ў на з са не што гэта як па да ад для пры без пад над пра за або але ды а так я ты ён яна яно мы вы яны мяне мне
    цябе табе яго яму яе ёй нас нам вас вам іх ім мой мая маё твой ваш наш свой сябе гэты гэтая гэтыя той там тут дзе калі
    чаму хто чаго які якая якое якія колькі каб бо таму таксама толькі ужо ўжо яшчэ вельмі больш менш шмат мала усё ўсё
    усе ўсе кожны нічога ніхто нешта іншы новы новая новыя стары добры добра вялікі малы першы апошні наступны папярэдні
    быў была было былі быць ёсць будзе можа могуць трэба мае маюць зараз цяпер сёння заўтра ўчора заўсёды ніколі зноў
    адзін два дзве тры чатыры пяць шэсць сем восем дзевяць дзесяць панядзелак аўторак серада чацвер пятніца субота нядзеля
    студзеня лютага сакавіка красавіка мая чэрвеня ліпеня жніўня верасня кастрычніка лістапада снежня дзень дні тыдзень
    месяц год гадоў гадзіна гадзін хвілін час дата прывітанне дзякуй калі ласка захаваць скасаваць выдаліць змяніць дадаць
    пошук налады пароль карыстальнік імя уліковы запіс увайсці выйсці назад далей закрыць адкрыць файл файлы спампаваць
    адправіць капіраваць выбраць паказаць схаваць дапамога мова памылка паведамленне адрас тэлефон нумар горад краіна
    кошт заказ кошык аплата дастаўка тавар стварыць абнавіць людзі жыццё свет вада дом`,
  bg: `и в във на с със не че това как по към от до за при без под над между или но а да ли аз ти той тя то ние вие те мен
    ме теб те му я ни ви ги им мой моя моето твой твоя вашият вашата вашето ваш ваша вашите наш нашия свой си се този тази
    тези онзи там тук къде кога защо кой коя кое кои какво какъв колко ако защото така също само вече още много повече
    по-малко малко всички всичко всеки нищо никой нещо някой друг друга други нов нова ново нови стар добър добре голям
    малък първи последен следващ предишен е са беше бяха бил била било били бъде съм сте сме има имат имате няма може могат
    можете трябва ще иска искате сега днес утре вчера винаги никога отново един една едно два две три четири пет шест седем
    осем девет десет сто хиляда понеделник вторник сряда четвъртък петък събота неделя януари февруари март април май юни
    юли август септември октомври ноември декември ден дни седмица седмици месец месеца година години час часа часове
    минута минути секунди време дата преди здравейте здравей благодаря благодарим моля добре дошли добър вечер нощ
    съжаляваме запази запазване запазено отказ откажи отмени изтрий изтриване изтрито редактирай редактиране промени
    промяна добави добавяне търсене търси настройки парола паролата потребител потребители потребителско име акаунт профил
    профила вход влез изход излез регистрация начало назад напред продължи затвори отвори файл файлове файловете папка
    папки изтегли изтегляне качи качване печат сподели изпрати изпратено получи получено копирай постави изрежи избери
    изберете избрано покажи скрий преглед подробности помощ за език грешка грешки предупреждение внимание успешно
    съобщение съобщения фамилия адрес телефон номер град държава улица цена сума общо поръчка поръчки поръчай количка
    количката купи плащане плащания плати доставка продукт продукти стока стоки количество наличен налично наличност
    задължително незадължително невалиден валиден въведете въведи създай създаване обнови обновено обновяване сигурност
    поверителност условия контакт контакти поддръжка новини известия известията известие състояние статус активен
    неактивен изчакване завършено неуспешно зареждане изчакайте опитайте опитай потвърди приеми отхвърли отхвърлено
    отхвърлена завърши край започни стартирай спри нулирай приложи филтър сортирай резултати резултат намерени намерено
    забравена забравихте запомни свързване връзка свързан сървър мрежа достъп отказан разреши изтече изтекла сесия сесията
    код провери карта картата банка баланс фактура фактури абонамент безплатно опитай продай продадено оферта оферти
    отстъпка магазин склад връщане клиент клиенти екип член членове гост гости покани покана собственик администратор роля
    права група групи отчет отчети обзор таблица ред редове колона поле полета формуляр заглавие текст изображение снимка
    снимки документ документи страница страници връзка сайт екран прозорец бутон списък календар събитие среща задача
    задачи проект проекти коментар коментари отговор отговори харесва следвай приятел приятели обаждане включи изключи
    по подразбиране разширени общи тъмна светла цвят размер шрифт празно пълно горе долу ляво дясно ширина височина
    времето място пътуване полет стая стаи резервация влак кола лекар здраве пациент работа заплата служител фирма офис
    отзив отзиви мнение оценка отпуск заявка одобри липсва неизвестен възникна нещо почти достатъчно сигурен въпрос
    въпроси вода храна дете деца жена мъж семейство живот пари свят дом къща училище хора срок скоро`,
  sr: `и у на са с се је су да не за од до по из код при под над без о ка према кроз међу или али ни нити што као како где
    када кад зашто који која које колико ако јер док ја ти он она оно ми ви они ме мене те тебе га му ју јој нас нам вас
    вам их им мој моја моје твој свој његов њен наш ваш ваша ваше овај ова ово тај та то ту тамо овде сам си смо сте нису
    није био била било били бити ће ћете има имају имате може могу можете мора треба желите жели већ још такође само веома
    више мање много мало све сви сваки ништа нешто други друга друго нови нова ново стари добар добро велики велика мали
    први последњи следећи следеће претходни сада данас сутра јуче увек никад поново један два две три четири пет шест седам
    осам девет десет понедељак уторак среда четвртак петак субота недеља јануар фебруар март април мај јун јул август
    септембар октобар новембар децембар дан дана недеља месец година године сат сата сати минута време датум пре здраво
    хвала молимо добродошли сачувај откажи поништи обриши избриши уклони уреди измени промени додај тражи претрага
    претражи подешавања лозинка лозинку корисник корисничко име налог пријава пријави одјава одјави почетна назад напред
    настави даље затвори отвори датотека датотеке фасцикла преузми пошаљи отпреми штампај подели копирај налепи изабери
    прикажи сакриј преглед детаљи помоћ језик грешка грешке упозорење успешно порука поруке презиме адреса телефон број
    град држава улица цена износ укупно поруџбина корпа корпу купи плаћање плати достава испорука производ производи
    количина доступно обавезно неисправан исправан унесите направи ажурирај профил безбедност приватност услови контакт
    подршка вести обавештења статус активан завршено учитавање сачекајте покушајте потврди прихвати одбиј заврши крај
    почни заустави резултати резултата нема пронађено заборавили веза сервер мрежа приступ истекла сесија картица банка
    рачун бесплатно продаја понуда попуст продавница дошло људи вода кућа живот свет школа`,
  mk: `и во на со се е да не за од до по из кај при под над без о кон низ меѓу или но ни што како каде кога зошто кој која
    кое кои колку ако бидејќи дека додека јас ти тој таа тоа ние вие тие ме мене те тебе го му ја нè нам ве вам ги им мој
    моја мое твој свој негов нејзин наш ваш овој оваа ова овие тука таму сум си сме сте се не беше беа бил била било
    биле ќе има имаат имате нема може можат можете мора треба сакате веќе уште исто само многу повеќе помалку малку сè
    сите секој ништо нешто друг друга друго нов нова ново нови стар добар добро голем мал прв последен следен претходен
    сега денес утре вчера секогаш никогаш повторно еден една едно два две три четири пет шест седум осум девет десет
    понеделник вторник среда четврток петок сабота недела јануари февруари март април мај јуни јули август септември
    октомври ноември декември ден денови недела месец година години час часа часови минути време датум здраво благодарам
    ве молиме добредојдовте зачувај откажи избриши уреди измени додај пребарај пребарување поставки лозинка корисник име
    сметка најава најави одјава почетна назад напред продолжи затвори отвори датотека датотеки папка преземи испрати
    копирај залепи избери прикажи скриј преглед детали помош јазик грешка порака пораки адреса телефон број град држава
    цена вкупно нарачка кошничка плаќање испорака производ достапно внесете креирај ажурирај профил безбедност луѓе вода
    куќа живот свет`,
};
