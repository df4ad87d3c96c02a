// Made from the console's routes by: npm run openapi
export interface paths {
    "/api/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a session
         * @description Somebody with a second factor gets `second_factor` and no session. `finishSignIn` starts it, with a code or a passkey.
         */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the tokens of a session
         * @description A refresh token is used once. If its answer is lost, it may be sent again until the new token is used. Whoever sends it later ends the session.
         */
        post: operations["renewSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End this session */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read who is signed in, their teams, and the address of the public API */
        get: operations["readMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sessions of the user */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a session of the user */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change the user's own password and end all other sessions */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sign-in/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a session with the second factor
         * @description For a sign-in whose password was right. Needs a code, or a passkey that answers `askForPasskey`. Five wrong answers end it.
         */
        post: operations["finishSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove again who you are
         * @description Some changes need it within the last ten minutes, or since the sign-in. They answer 403 with the header `Confirmation-Needed`, which says what may be sent here: `password`, or for users with a second factor `passkey`, `code` (of the app, or a recovery code) and `recovery-code`.
         */
        post: operations["confirmIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read whether your second factor is on */
        get: operations["readSecondFactor"];
        put?: never;
        /**
         * Add the app, with its first code
         * @description If the second factor was off, it is on, and all other sessions of the user end.
         */
        post: operations["turnOnSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/second-factor/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a secret for an authenticator app
         * @description The app is added by `turnOnSecondFactor`, within 15 minutes. Needs the password, and the second factor if it is on.
         */
        post: operations["setUpSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/second-factor/turn-off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove the app
         * @description Without passkeys, the second factor is off.
         */
        post: operations["turnOffSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/second-factor/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get new recovery codes; the former ones end */
        post: operations["renewRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sign-in/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get what a browser needs to ask for a passkey
         * @description For a sign-in whose password was right. `finishSignIn` takes the answer, once and within five minutes.
         */
        post: operations["askForPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/second-factor/question": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get what a browser needs to ask for a passkey in this session
         * @description The answer is sent as `passkey` with the request that needs it, once and within five minutes.
         */
        post: operations["askForOwnPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/second-factor/passkeys/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get what a browser needs to make a passkey
         * @description Needs the password, and the second factor if it is on. `addPasskey` takes the answer.
         */
        post: operations["setUpPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/second-factor/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add the passkey that the browser made
         * @description The first one turns the second factor on and ends all other sessions of the user.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/second-factor/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Rename a passkey */
        patch: operations["renamePasskey"];
        trace?: never;
    };
    "/api/me/second-factor/passkeys/{id}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a passkey
         * @description Without another passkey or an app, the second factor is off.
         */
        post: operations["removePasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sign-in/ways": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How people sign in here */
        get: operations["listWaysToSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sign-in/provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start to sign in with the provider
         * @description The browser keeps `secret` and goes to `url`.
         */
        post: operations["startProviderSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sign-in/provider/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start a session with the provider's answer */
        post: operations["finishProviderSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sign-in/provider/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End sessions, for the provider (back-channel logout) */
        post: operations["endSessionsByProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/sign-out/provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where to sign out at the provider, for a session that began there */
        get: operations["readProviderSignOut"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/links/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read what a link is for */
        post: operations["lookAtLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/links/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Join a team, or choose a new password */
        post: operations["acceptLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the people in the team */
        get: operations["listPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/people/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a person from the team */
        delete: operations["removePerson"];
        options?: never;
        head?: never;
        /** Change a person's role */
        patch: operations["setRole"];
        trace?: never;
    };
    "/api/teams/{team}/people/{id}/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a link for choosing a new password */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/people/{id}/second-factor-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link for choosing a new password without the second factor
         * @description Ends all sessions of the person. The factor stays until the link is used.
         */
        post: operations["resetSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List open invitations */
        get: operations["listInvitations"];
        put?: never;
        /** Create a link that invites someone to the team */
        post: operations["invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an invitation */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who in the team is signed in, and from where */
        get: operations["listTeamSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a session of a person in the team */
        delete: operations["endTeamSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the keys of the team, newest first */
        get: operations["listKeys"];
        put?: never;
        /** Create a key; only this response contains the key itself */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a key permanently, on every node at once */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        /** Rename a key, or change its limits or how long its calls wait */
        patch: operations["changeKey"];
        trace?: never;
    };
    "/api/teams/{team}/usage/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the usage of this month, with quota and credit */
        get: operations["readSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the usage of the team, by time and group */
        get: operations["readUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/calls/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find a call by its X-Request-Id */
        get: operations["findCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the last calls of the team, newest first
         * @description Every answer searches a bounded number of rows, so a page may have fewer than `limit`, or none; `next_cursor` continues the search.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/requests/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the last calls of the team, newest first, as CSV
         * @description Up to 100,000 rows.
         */
        get: operations["exportRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/home": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what the home page shows: next steps, this month, recent errors, engines and pairs */
        get: operations["readHome"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/translate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Translate a text on the playground */
        post: operations["tryOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/rephrase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rephrase or correct a text on the playground */
        post: operations["tryRephrasing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/translate/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Translate a text on the playground, and get each part as soon as it is translated
         * @description One JSON object per line. `{"type":"part","index","text","detected_source_language","engine","characters"}` continues the translation of the text with that index. The last line is `{"type":"done"}` with the members of the response of `tryOut` without the texts, or `{"type":"error","code","detail","characters"}`. The whole call is held before the first part; what was sent is charged.
         */
        post: operations["tryOutStreamed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a call of the public API with a key, and read its answer as it was sent
         * @description The call is made with the key and is charged to the team of that key. Its answer, also a refusal, is the body of a 200.
         */
        post: operations["tryCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/languages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the target languages of the team, each with its source languages and features */
        get: operations["listLanguages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/glossaries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the glossaries of the team, newest first */
        get: operations["listGlossaries"];
        put?: never;
        /**
         * Create a glossary, with or without dictionaries
         * @description Creates a glossary. A team may have 1,000 glossaries. If an entry is invalid, the whole request is refused and `detail` names the entry.
         */
        post: operations["createGlossary"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/glossaries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a glossary and the list of its dictionaries
         * @description Returns a glossary with its dictionaries, without entries. The `ETag` header contains its version.
         */
        get: operations["readGlossary"];
        put?: never;
        post?: never;
        /**
         * Delete a glossary and its dictionaries
         * @description Deletes a glossary and all its dictionaries permanently.
         */
        delete: operations["deleteGlossary"];
        options?: never;
        head?: never;
        /**
         * Rename a glossary
         * @description Changes the name of a glossary. Its dictionaries are not affected.
         */
        patch: operations["renameGlossary"];
        trace?: never;
    };
    "/api/teams/{team}/glossaries/{id}/dictionaries/{source}/{target}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the current entries of a dictionary, or those of a version, in the format of the Accept header */
        get: operations["readDictionary"];
        /**
         * Replace the entries of a dictionary, or create it
         * @description Replaces all entries of a dictionary, or creates the dictionary. Send JSON, TSV or CSV; the limit is 10 MiB as TSV.
         */
        put: operations["replaceDictionary"];
        post?: never;
        /**
         * Delete a dictionary
         * @description Deletes the dictionary of a language pair permanently. The glossary remains.
         */
        delete: operations["deleteDictionary"];
        options?: never;
        head?: never;
        /**
         * Add or change entries of a dictionary
         * @description Adds new entries and replaces the target terms of existing source terms; all other entries stay unchanged. Send JSON, TSV or CSV.
         */
        patch: operations["mergeEntries"];
        trace?: never;
    };
    "/api/teams/{team}/glossaries/{id}/dictionaries/{source}/{target}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions of a dictionary, newest first */
        get: operations["listVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/glossaries/{id}/dictionaries/{source}/{target}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compare two versions of a dictionary */
        get: operations["diffVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/style-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the style rule lists of the team, newest first, without their rules */
        get: operations["listStyleRules"];
        put?: never;
        /**
         * Create a style rule list
         * @description Creates a list of style rules for one target language. A team may have 100 lists; the rules and instructions of a list may have 16,000 characters in total.
         */
        post: operations["createStyleRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/style-rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a style rule list
         * @description Returns a list with its rules and instructions. The `ETag` header contains its version.
         */
        get: operations["readStyleRules"];
        put?: never;
        post?: never;
        /**
         * Delete a style rule list
         * @description Deletes a list with its rules and instructions permanently.
         */
        delete: operations["deleteStyleRules"];
        options?: never;
        head?: never;
        /**
         * Rename a style rule list
         * @description Changes the name of a list. Its rules and instructions are not affected.
         */
        patch: operations["renameStyleRules"];
        trace?: never;
    };
    "/api/teams/{team}/style-rules/{id}/configured_rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the configured rules of a style rule list
         * @description Replaces all configured rules of a list. Its custom instructions are not affected.
         */
        put: operations["replaceConfiguredRules"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/style-rules/{id}/custom_instructions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a custom instruction to a style rule list
         * @description Adds an instruction at the end of the list. A list may have 200 of them.
         */
        post: operations["createCustomInstruction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/style-rules/{id}/custom_instructions/{instruction}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a custom instruction
         * @description Returns a custom instruction. The `ETag` header contains the version of its list.
         */
        get: operations["readCustomInstruction"];
        /**
         * Replace a custom instruction
         * @description Replaces the label, the prompt and the source language of a custom instruction.
         */
        put: operations["replaceCustomInstruction"];
        post?: never;
        /**
         * Delete a custom instruction
         * @description Deletes a custom instruction permanently.
         */
        delete: operations["deleteCustomInstruction"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the quota, limits, engines and cache of the team */
        get: operations["readLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who changed what, newest first */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List where events are sent, newest first */
        get: operations["listTeamDestinations"];
        put?: never;
        /** Add a webhook or an e-mail address; only this response contains the secret of a webhook */
        post: operations["createTeamDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/destinations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a destination with its delivery log */
        delete: operations["deleteTeamDestination"];
        options?: never;
        head?: never;
        /** Change the name, the address or the events of a destination, or turn it on or off */
        patch: operations["changeTeamDestination"];
        trace?: never;
    };
    "/api/teams/{team}/destinations/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a new secret; for a day, webhooks are signed with both */
        post: operations["rotateTeamDestinationSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/destinations/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test event */
        post: operations["testTeamDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/destinations/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what was sent to a destination, newest first */
        get: operations["listTeamDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/destinations/{id}/deliveries/{delivery}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an event again */
        post: operations["replayTeamDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all teams by name, or search for teams */
        get: operations["searchTeams"];
        put?: never;
        /** Create a team */
        post: operations["createTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/teams/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename a team
         * @description Only a full operator changes a name to which groups of single sign-on are mapped.
         */
        patch: operations["renameTeam"];
        trace?: never;
    };
    "/api/operator/teams/{id}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Set the quota and limits of a team; omitted ones stay unchanged */
        patch: operations["setLimits"];
        trace?: never;
    };
    "/api/operator/teams/{id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Suspend a team; its calls are refused on every node at once */
        post: operations["suspendTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/teams/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resume a suspended team */
        post: operations["resumeTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/teams/{id}/credit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add credit or take it back */
        post: operations["giveCredit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/teams/{id}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read which engines a team may use, which there are, and whether its translations are cached */
        get: operations["readTeamSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Set the engines and the cache of a team; omitted ones stay unchanged */
        patch: operations["setTeamSettings"];
        trace?: never;
    };
    "/api/operator/teams/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what operators did with a team, newest first */
        get: operations["readTeamHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/installation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the state of nodes, engines, queues, models and slow pairs */
        get: operations["readInstallation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the state of processes, Postgres, Redis, queues and housekeeping */
        get: operations["readAvailability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the usage of all teams together, by team, engine or language pair */
        get: operations["readInstallationUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all users by address, or search for users */
        get: operations["searchUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/users/{id}/end-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End all sessions of a user, except the one that asks
         * @description Only a full operator ends those of operators.
         */
        post: operations["endSessionsOfUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/users/{id}/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a link for choosing a new password */
        post: operations["resetPasswordOfUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/users/{id}/second-factor-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link for choosing a new password without the second factor
         * @description Ends all sessions of the user. The factor stays until the link is used.
         */
        post: operations["resetSecondFactorOfUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/users/{id}/operator-role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Make a user an operator, change the role, or take it away
         * @description It counts for the next request of the user. The last full operator keeps the role.
         */
        put: operations["setOperatorRole"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who changed what in all teams and in the installation, newest first */
        get: operations["listAllAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/audit/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count what was changed in the last 30 days, by kind */
        get: operations["summarizeAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the models of all nodes, and what was asked of them */
        get: operations["readModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/models/offers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read which models the registry of this node offers, and how their pairs are served now */
        get: operations["readModelOffers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/models/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask all nodes to install a model or to remove it; the same open request is joined */
        post: operations["requestModelChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/models/requests/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a request; what nodes have already done stays, and a download can be continued later */
        post: operations["cancelModelChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List where events are sent, newest first */
        get: operations["listInstallationDestinations"];
        put?: never;
        /** Add a webhook or an e-mail address; only this response contains the secret of a webhook */
        post: operations["createInstallationDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/destinations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a destination with its delivery log */
        delete: operations["deleteInstallationDestination"];
        options?: never;
        head?: never;
        /** Change the name, the address or the events of a destination, or turn it on or off */
        patch: operations["changeInstallationDestination"];
        trace?: never;
    };
    "/api/operator/destinations/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a new secret; for a day, webhooks are signed with both */
        post: operations["rotateInstallationDestinationSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/destinations/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test event */
        post: operations["testInstallationDestination"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/destinations/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what was sent to a destination, newest first */
        get: operations["listInstallationDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/operator/destinations/{id}/deliveries/{delivery}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an event again */
        post: operations["replayInstallationDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the documents of the last 24 hours, newest first
         * @description A translator gets the documents that they uploaded themselves.
         */
        get: operations["listDocuments"];
        put?: never;
        /** Upload a document, charged to the team as live traffic of the browser */
        post: operations["uploadDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the status of a document
         * @description Returns the state and the progress of a document. Call it again after `seconds_remaining`, or every few seconds.
         */
        get: operations["readDocument"];
        put?: never;
        post?: never;
        /**
         * Delete a document; an unfinished one is cancelled and not charged
         * @description Deletes a document and its files. The reserved characters of an unfinished document are released.
         */
        delete: operations["deleteDocument"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams/{team}/documents/{id}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the translated document, as often as needed until it expires or is deleted
         * @description Returns the translated file. Returns 503 with `Retry-After` while the document is not ready, and 404 if its translation failed. Downloads are not charged.
         */
        get: operations["downloadDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Problem: {
            /** @description The error code. Codes are never renamed or removed. */
            code: string;
            /** @description What went wrong and what to do, for people. The wording may change; branch on `code`. */
            detail: string;
        };
    };
    responses: {
        /** @description The call was refused: invalid_request. */
        invalid_request: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /**
                     * @description The error code. Codes are never renamed or removed.
                     * @enum {string}
                     */
                    code?: "invalid_request";
                };
            };
        };
        /** @description The call was refused: request_timeout. */
        request_timeout: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /**
                     * @description The error code. Codes are never renamed or removed.
                     * @enum {string}
                     */
                    code?: "request_timeout";
                };
            };
        };
        /** @description The call was refused: payload_too_large. */
        payload_too_large: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /**
                     * @description The error code. Codes are never renamed or removed.
                     * @enum {string}
                     */
                    code?: "payload_too_large";
                };
            };
        };
        /** @description The call was refused: unsupported_media_type. */
        unsupported_media_type: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /**
                     * @description The error code. Codes are never renamed or removed.
                     * @enum {string}
                     */
                    code?: "unsupported_media_type";
                };
            };
        };
        /** @description The call was refused: headers_too_large. */
        headers_too_large: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /**
                     * @description The error code. Codes are never renamed or removed.
                     * @enum {string}
                     */
                    code?: "headers_too_large";
                };
            };
        };
        /** @description The call was refused: internal_error. */
        internal_error: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description `true` if a change may have been made although the request failed: check before you repeat it. The answer to a `GET` never has it. */
                "Outcome-Unknown"?: "true";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /**
                     * @description The error code. Codes are never renamed or removed.
                     * @enum {string}
                     */
                    code?: "internal_error";
                };
            };
        };
        /** @description The call was refused: service_unavailable. */
        service_unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                /** @description `true` if a change may have been made although the request failed: check before you repeat it. The answer to a `GET` never has it. */
                "Outcome-Unknown"?: "true";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /**
                     * @description The error code. Codes are never renamed or removed.
                     * @enum {string}
                     */
                    code?: "service_unavailable";
                };
            };
        };
        /** @description The call was refused: rate_limited. */
        rate_limited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /**
                     * @description The error code. Codes are never renamed or removed.
                     * @enum {string}
                     */
                    code?: "rate_limited";
                };
            };
        };
        /** @description The call was refused: unauthorized. */
        unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /**
                     * @description The error code. Codes are never renamed or removed.
                     * @enum {string}
                     */
                    code?: "unauthorized";
                };
            };
        };
        /** @description The call was refused: conflict. */
        conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /**
                     * @description The error code. Codes are never renamed or removed.
                     * @enum {string}
                     */
                    code?: "conflict";
                };
            };
        };
        /** @description The call was refused: unauthorized or key_revoked. */
        "unauthorized-key_revoked": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /**
                     * @description The error code. Codes are never renamed or removed.
                     * @enum {string}
                     */
                    code?: "unauthorized" | "key_revoked";
                };
            };
        };
        /** @description The call was refused: forbidden. */
        forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /**
                     * @description The error code. Codes are never renamed or removed.
                     * @enum {string}
                     */
                    code?: "forbidden";
                };
            };
        };
        /** @description The call was refused: not_found. */
        not_found: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /**
                     * @description The error code. Codes are never renamed or removed.
                     * @enum {string}
                     */
                    code?: "not_found";
                };
            };
        };
        /** @description The call was refused: invalid_request or unsupported_language. */
        "invalid_request-unsupported_language": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /**
                     * @description The error code. Codes are never renamed or removed.
                     * @enum {string}
                     */
                    code?: "invalid_request" | "unsupported_language";
                };
            };
        };
        /** @description The call was refused: conflict or replay_unavailable. */
        "conflict-replay_unavailable": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description Seconds to wait, if calls with the same Idempotency-Key are in progress. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /**
                     * @description The error code. Codes are never renamed or removed.
                     * @enum {string}
                     */
                    code?: "conflict" | "replay_unavailable";
                };
            };
        };
        /** @description The call was refused: quota_exceeded. */
        quota_exceeded: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /**
                     * @description The error code. Codes are never renamed or removed.
                     * @enum {string}
                     */
                    code?: "quota_exceeded";
                };
            };
        };
        /** @description The call was refused: engine_unavailable or service_unavailable. */
        "engine_unavailable-service_unavailable": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                /** @description `true` if a change may have been made although the request failed: check before you repeat it. The answer to a `GET` never has it. */
                "Outcome-Unknown"?: "true";
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /**
                     * @description The error code. Codes are never renamed or removed.
                     * @enum {string}
                     */
                    code?: "engine_unavailable" | "service_unavailable";
                };
            };
        };
        /** @description The call was refused: precondition_failed. */
        precondition_failed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Problem"] & {
                    /**
                     * @description The error code. Codes are never renamed or removed.
                     * @enum {string}
                     */
                    code?: "precondition_failed";
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Identifies the call; include it in your logs. */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    password: string;
                    /** @description The value that an earlier sign-in returned to this browser. */
                    device?: string;
                    /** @description Whether the browser renews the tokens of the session every few minutes. Otherwise one token lasts as long as the session. */
                    renewable?: boolean;
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user_id: string;
                        token: string;
                        /** Format: date-time */
                        expires_at: string;
                        /** @description Seconds until `token` ends and must be renewed. Null: it lasts as long as the session. */
                        token_expires_in: number | null;
                        /** @description Gets the next tokens. Null: the session is not renewed. */
                        refresh_token: string | null;
                        /** @description Keep it and send it with the next sign-in. Failed attempts of others then do not lock this browser out. */
                        device: string;
                    } | {
                        second_factor: {
                            /** @description for `finishSignIn`, together with a code or a passkey */
                            token: string;
                            /** @description seconds */
                            expires_in: number;
                            /** @description whether codes of an app are accepted; recovery codes always are */
                            has_app: boolean;
                            /** @description whether `askForPasskey` is worth a request */
                            has_passkeys: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    renewSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    refresh_token: string;
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token: string;
                        /** @description Seconds until `token` ends and must be renewed. */
                        token_expires_in: number;
                        refresh_token: string;
                        /** Format: date-time */
                        expires_at: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    readMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: {
                            id: string;
                            email: string;
                            operator_role: ("full" | "support" | "billing" | "read-only") | null;
                        };
                        session: {
                            id: string;
                            /** Format: date-time */
                            expires_at: string;
                            /** @description The session can do nothing else before: an operator must have a second factor. */
                            must_set_up_second_factor: boolean;
                        };
                        teams: {
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "translator" | "viewer" | "member" | "owner";
                            /** @description false for a team that the user sees only as an operator */
                            is_member: boolean;
                            suspended: {
                                /** Format: date-time */
                                at: string;
                                reason: string;
                            } | null;
                        }[];
                        /** @description whether there are more teams, which an operator can search for */
                        has_more_teams: boolean;
                        public_api: {
                            /** @description without a slash at the end and without `/v1` */
                            url: string;
                            /**
                             * @description `configured`: the operator set DRAGOMAN_PUBLIC_URL. `derived`: the host that the browser used, with the port of the public listener, which may be wrong behind a proxy.
                             * @enum {unknown}
                             */
                            source: "configured" | "derived";
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sessions: {
                            id: string;
                            address: string;
                            browser: string;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            last_seen_at: string;
                            /** Format: date-time */
                            expires_at: string;
                            /** @description whether this call uses it */
                            is_current: boolean;
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    current: string;
                    new: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    finishSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    pending_token: string;
                    /** @description The six digits that the app shows, or a recovery code. */
                    code?: string;
                    passkey?: {
                        id: string;
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                    /** @description The value that an earlier sign-in returned to this browser. */
                    device?: string;
                    /** @description Whether the browser renews the tokens of the session every few minutes. Otherwise one token lasts as long as the session. */
                    renewable?: boolean;
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user_id: string;
                        token: string;
                        /** Format: date-time */
                        expires_at: string;
                        /** @description Seconds until `token` ends and must be renewed. Null: it lasts as long as the session. */
                        token_expires_in: number | null;
                        /** @description Gets the next tokens. Null: the session is not renewed. */
                        refresh_token: string | null;
                        /** @description Keep it and send it with the next sign-in. Failed attempts of others then do not lock this browser out. */
                        device: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    confirmIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password?: string;
                    /** @description The six digits that the app shows, or a recovery code. */
                    code?: string;
                    passkey?: {
                        id: string;
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    readSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        is_on: boolean;
                        since: string | null;
                        /** @description whether codes of an authenticator app are part of it */
                        has_app: boolean;
                        recovery_codes_left: number | null;
                        passkeys: {
                            id: string;
                            name: string;
                            /** Format: date-time */
                            created_at: string;
                            last_used_at: string | null;
                            /** @description the host of the dashboard for which it was made */
                            host: string;
                            /** @description false: the dashboard has another address now */
                            works_here: boolean;
                        }[];
                        /** @description The only address at which passkeys work. Null: browsers have none at the address of this dashboard. */
                        passkey_origin: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    turnOnSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The six digits that the app shows, or a recovery code. */
                    code: string;
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Null: the factor was on before. */
                        recovery_codes: string[] | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    setUpSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                    /** @description The six digits that the app shows, or a recovery code. */
                    code?: string;
                    passkey?: {
                        id: string;
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description in base32, for apps that read no QR code */
                        secret: string;
                        /** @description the content of the QR code */
                        uri: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    turnOffSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                    /** @description The six digits that the app shows, or a recovery code. */
                    code?: string;
                    passkey?: {
                        id: string;
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    renewRecoveryCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The six digits that the app shows, or a recovery code. */
                    code?: string;
                    passkey?: {
                        id: string;
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Each works once. They are not shown again. */
                        recovery_codes: string[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    askForPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    pending_token: string;
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page must be at this address, or the browser refuses. */
                        origin: string;
                        options: {
                            challenge: string;
                            timeout: number;
                            rpId: string;
                            allowCredentials: {
                                /** @constant */
                                type: "public-key";
                                id: string;
                                transports: string[];
                            }[];
                            /** @constant */
                            userVerification: "required";
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    askForOwnPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page must be at this address, or the browser refuses. */
                        origin: string;
                        options: {
                            challenge: string;
                            timeout: number;
                            rpId: string;
                            allowCredentials: {
                                /** @constant */
                                type: "public-key";
                                id: string;
                                transports: string[];
                            }[];
                            /** @constant */
                            userVerification: "required";
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    setUpPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                    /** @description The six digits that the app shows, or a recovery code. */
                    code?: string;
                    passkey?: {
                        id: string;
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The page must be at this address, or the browser refuses. */
                        origin: string;
                        options: {
                            rp: {
                                id: string;
                                name: string;
                            };
                            user: {
                                id: string;
                                name: string;
                                displayName: string;
                            };
                            challenge: string;
                            pubKeyCredParams: {
                                /** @constant */
                                type: "public-key";
                                alg: number;
                            }[];
                            timeout: number;
                            excludeCredentials: {
                                /** @constant */
                                type: "public-key";
                                id: string;
                                transports: string[];
                            }[];
                            authenticatorSelection: {
                                /** @constant */
                                residentKey: "preferred";
                                /** @constant */
                                userVerification: "required";
                            };
                            /** @constant */
                            attestation: "none";
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name. 1 to 200 characters, one of them visible, without control characters; surrounding whitespace is removed. */
                    name: string;
                    passkey: {
                        id: string;
                        response: {
                            clientDataJSON: string;
                            attestationObject: string;
                            transports?: string[];
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description Null: the factor was on before. */
                        recovery_codes: string[] | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    renamePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name. 1 to 200 characters, one of them visible, without control characters; surrounding whitespace is removed. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                    /** @description The six digits that the app shows, or a recovery code. */
                    code?: string;
                    passkey?: {
                        id: string;
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listWaysToSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether people sign in with passwords. Otherwise only the operator for emergencies does. */
                        passwords: boolean;
                        single_sign_on: {
                            name: string;
                        } | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            408: components["responses"]["request_timeout"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    startProviderSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string;
                        secret: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    finishProviderSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    secret: string;
                    answer: {
                        code?: string;
                        state?: string;
                        iss?: string;
                        error?: string;
                    };
                    /** @description Whether the browser renews the tokens of the session every few minutes. Otherwise one token lasts as long as the session. */
                    renewable?: boolean;
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user_id: string;
                        token: string;
                        /** Format: date-time */
                        expires_at: string;
                        /** @description Seconds until `token` ends and must be renewed. Null: it lasts as long as the session. */
                        token_expires_in: number | null;
                        /** @description Gets the next tokens. Null: the session is not renewed. */
                        refresh_token: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    endSessionsByProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    readProviderSignOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        url: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    lookAtLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {unknown} */
                        kind: "invitation" | "password_reset";
                        email: string;
                        team: string;
                        /** @description whether a new password removes the second factor */
                        resets_second_factor: boolean;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    acceptLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listPeople: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        people: {
                            id: string;
                            email: string;
                            /** @enum {unknown} */
                            role: "translator" | "viewer" | "member" | "owner";
                            last_seen_at: string | null;
                            /** @description whether you may reset the password and end the sessions of this person */
                            is_owned: boolean;
                            /** @description false also if you may not reset it */
                            has_second_factor: boolean;
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    removePerson: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    setRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    role: "translator" | "viewer" | "member" | "owner";
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token: string;
                        /** Format: date-time */
                        expires_at: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    resetSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token: string;
                        /** Format: date-time */
                        expires_at: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitations: {
                            id: string;
                            email: string;
                            /** @enum {unknown} */
                            role: "translator" | "viewer" | "member" | "owner";
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            expires_at: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    invite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    /** @enum {unknown} */
                    role: "translator" | "viewer" | "member" | "owner";
                };
            };
        };
        responses: {
            /** @description The response. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token: string;
                        /** Format: date-time */
                        expires_at: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listTeamSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sessions: {
                            id: string;
                            address: string;
                            browser: string;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            last_seen_at: string;
                            /** Format: date-time */
                            expires_at: string;
                            /** @description whether this call uses it */
                            is_current: boolean;
                            user: {
                                id: string;
                                email: string;
                            };
                            /** @description whether you may end it, because you own all teams of its user */
                            is_owned: boolean;
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    endTeamSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description the days that the numbers in calls_per_day are for */
                        days: string[];
                        keys: {
                            /** @description The ID of the key. It is not secret. */
                            id: string;
                            /** @description The name of the key. */
                            name: string;
                            /**
                             * @description `live` or `test`. Test keys get the same translations and are charged the same; their usage is reported separately.
                             * @enum {unknown}
                             */
                            mode: "live" | "test";
                            /** @description What the key may do. */
                            scopes: ("translate" | "usage" | "keys" | "glossaries" | "audit")[];
                            /** @description How many seconds a translate call with this key waits at most, if it would otherwise be refused with 429 or 503. 0: it is refused at once. */
                            max_wait_seconds: number;
                            /** @description The first 8 hexadecimal digits of the SHA-256 of the key. It identifies the key without revealing it. */
                            fingerprint: string;
                            /**
                             * Format: date-time
                             * @description When it was created.
                             */
                            created_at: string;
                            /** @description When the key was last used, updated at most once a minute. `null` if it was never used. */
                            last_used_at: string | null;
                            /** @description When the key was revoked, or had expired. `null` for an active key. */
                            revoked_at: string | null;
                            /** @description From this moment, by the clock of the database, the key is answered with 401 `key_revoked`. An RFC 3339 time, or a date, which means 00:00 UTC of that day. `null`: no limit of its own. */
                            expires_at: string | null;
                            /** @description The addresses and networks, such as `192.0.2.1`, `10.0.0.0/8` or `2001:db8::/32`, from which the key is accepted. From elsewhere, a call gets 403 `forbidden`. `null`: no limit of its own. */
                            networks: string[] | null;
                            /** @description The engines that the key may use, among those of its team. A call that none of them can serve gets 403 `forbidden`. `null`: no limit of its own. */
                            engines: string[] | null;
                            /** @description The pairs of languages that the key may translate: `EN-DE`, `EN-*` or `*-DE`. A language stands for all of its variants. Other pairs get 403 `forbidden`. `null`: no limit of its own. */
                            language_pairs: string[] | null;
                            /** @description The request rate of the key, below that of its team. It may use up one second of it at once. `null`: no limit of its own. */
                            requests_per_second: number | null;
                            /** @description The characters that the key may translate in a minute, below those of its team. `null`: no limit of its own. */
                            characters_per_minute: number | null;
                            /** @description The budget of the key in a calendar month (UTC), below that of its team. A call beyond it gets 456 `quota_exceeded`. `null`: no limit of its own. */
                            monthly_characters: number | null;
                            /** @description What is left of `monthly_characters` this month, without what is held for documents and streamed calls. `null` if the key has no budget. */
                            characters_left: number | null;
                            calls_per_day: number[];
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name. 1 to 200 characters, one of them visible, without control characters; surrounding whitespace is removed. */
                    name: string;
                    /** @enum {unknown} */
                    mode: "live" | "test";
                    scopes?: ("translate" | "usage" | "keys" | "glossaries" | "audit")[];
                    /** @description How many seconds a translate call with this key waits at most, if it would otherwise be refused with 429 or 503. 0: it is refused at once. */
                    max_wait_seconds?: number;
                    /** @description From this moment, by the clock of the database, the key is answered with 401 `key_revoked`. An RFC 3339 time, or a date, which means 00:00 UTC of that day. `null`: no limit of its own. */
                    expires_at?: string | null;
                    /** @description The addresses and networks, such as `192.0.2.1`, `10.0.0.0/8` or `2001:db8::/32`, from which the key is accepted. From elsewhere, a call gets 403 `forbidden`. `null`: no limit of its own. */
                    networks?: string[] | null;
                    /** @description The engines that the key may use, among those of its team. A call that none of them can serve gets 403 `forbidden`. `null`: no limit of its own. */
                    engines?: string[] | null;
                    /** @description The pairs of languages that the key may translate: `EN-DE`, `EN-*` or `*-DE`. A language stands for all of its variants. Other pairs get 403 `forbidden`. `null`: no limit of its own. */
                    language_pairs?: string[] | null;
                    /** @description The request rate of the key, below that of its team. It may use up one second of it at once. `null`: no limit of its own. */
                    requests_per_second?: number | null;
                    /** @description The characters that the key may translate in a minute, below those of its team. `null`: no limit of its own. */
                    characters_per_minute?: number | null;
                    /** @description The budget of the key in a calendar month (UTC), below that of its team. A call beyond it gets 456 `quota_exceeded`. `null`: no limit of its own. */
                    monthly_characters?: number | null;
                };
            };
        };
        responses: {
            /** @description The response. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The ID of the key. It is not secret. */
                        id: string;
                        /** @description The name of the key. */
                        name: string;
                        /**
                         * @description `live` or `test`. Test keys get the same translations and are charged the same; their usage is reported separately.
                         * @enum {unknown}
                         */
                        mode: "live" | "test";
                        /** @description What the key may do. */
                        scopes: ("translate" | "usage" | "keys" | "glossaries" | "audit")[];
                        /** @description How many seconds a translate call with this key waits at most, if it would otherwise be refused with 429 or 503. 0: it is refused at once. */
                        max_wait_seconds: number;
                        /** @description The first 8 hexadecimal digits of the SHA-256 of the key. It identifies the key without revealing it. */
                        fingerprint: string;
                        /**
                         * Format: date-time
                         * @description When it was created.
                         */
                        created_at: string;
                        /** @description When the key was last used, updated at most once a minute. `null` if it was never used. */
                        last_used_at: string | null;
                        /** @description When the key was revoked, or had expired. `null` for an active key. */
                        revoked_at: string | null;
                        /** @description From this moment, by the clock of the database, the key is answered with 401 `key_revoked`. An RFC 3339 time, or a date, which means 00:00 UTC of that day. `null`: no limit of its own. */
                        expires_at: string | null;
                        /** @description The addresses and networks, such as `192.0.2.1`, `10.0.0.0/8` or `2001:db8::/32`, from which the key is accepted. From elsewhere, a call gets 403 `forbidden`. `null`: no limit of its own. */
                        networks: string[] | null;
                        /** @description The engines that the key may use, among those of its team. A call that none of them can serve gets 403 `forbidden`. `null`: no limit of its own. */
                        engines: string[] | null;
                        /** @description The pairs of languages that the key may translate: `EN-DE`, `EN-*` or `*-DE`. A language stands for all of its variants. Other pairs get 403 `forbidden`. `null`: no limit of its own. */
                        language_pairs: string[] | null;
                        /** @description The request rate of the key, below that of its team. It may use up one second of it at once. `null`: no limit of its own. */
                        requests_per_second: number | null;
                        /** @description The characters that the key may translate in a minute, below those of its team. `null`: no limit of its own. */
                        characters_per_minute: number | null;
                        /** @description The budget of the key in a calendar month (UTC), below that of its team. A call beyond it gets 456 `quota_exceeded`. `null`: no limit of its own. */
                        monthly_characters: number | null;
                        /** @description What is left of `monthly_characters` this month, without what is held for documents and streamed calls. `null` if the key has no budget. */
                        characters_left: number | null;
                        /** @description The API key itself. It is returned only once: the server stores only its SHA-256. */
                        key: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
                /** @description The ID of the key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    changeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
                /** @description The ID of the key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name. 1 to 200 characters, one of them visible, without control characters; surrounding whitespace is removed. */
                    name?: string;
                    /** @description How many seconds a translate call with this key waits at most, if it would otherwise be refused with 429 or 503. 0: it is refused at once. */
                    max_wait_seconds?: number;
                    /** @description From this moment, by the clock of the database, the key is answered with 401 `key_revoked`. An RFC 3339 time, or a date, which means 00:00 UTC of that day. `null`: no limit of its own. */
                    expires_at?: string | null;
                    /** @description The addresses and networks, such as `192.0.2.1`, `10.0.0.0/8` or `2001:db8::/32`, from which the key is accepted. From elsewhere, a call gets 403 `forbidden`. `null`: no limit of its own. */
                    networks?: string[] | null;
                    /** @description The engines that the key may use, among those of its team. A call that none of them can serve gets 403 `forbidden`. `null`: no limit of its own. */
                    engines?: string[] | null;
                    /** @description The pairs of languages that the key may translate: `EN-DE`, `EN-*` or `*-DE`. A language stands for all of its variants. Other pairs get 403 `forbidden`. `null`: no limit of its own. */
                    language_pairs?: string[] | null;
                    /** @description The request rate of the key, below that of its team. It may use up one second of it at once. `null`: no limit of its own. */
                    requests_per_second?: number | null;
                    /** @description The characters that the key may translate in a minute, below those of its team. `null`: no limit of its own. */
                    characters_per_minute?: number | null;
                    /** @description The budget of the key in a calendar month (UTC), below that of its team. A call beyond it gets 456 `quota_exceeded`. `null`: no limit of its own. */
                    monthly_characters?: number | null;
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The ID of the key. It is not secret. */
                        id: string;
                        /** @description The name of the key. */
                        name: string;
                        /**
                         * @description `live` or `test`. Test keys get the same translations and are charged the same; their usage is reported separately.
                         * @enum {unknown}
                         */
                        mode: "live" | "test";
                        /** @description What the key may do. */
                        scopes: ("translate" | "usage" | "keys" | "glossaries" | "audit")[];
                        /** @description How many seconds a translate call with this key waits at most, if it would otherwise be refused with 429 or 503. 0: it is refused at once. */
                        max_wait_seconds: number;
                        /** @description The first 8 hexadecimal digits of the SHA-256 of the key. It identifies the key without revealing it. */
                        fingerprint: string;
                        /**
                         * Format: date-time
                         * @description When it was created.
                         */
                        created_at: string;
                        /** @description When the key was last used, updated at most once a minute. `null` if it was never used. */
                        last_used_at: string | null;
                        /** @description When the key was revoked, or had expired. `null` for an active key. */
                        revoked_at: string | null;
                        /** @description From this moment, by the clock of the database, the key is answered with 401 `key_revoked`. An RFC 3339 time, or a date, which means 00:00 UTC of that day. `null`: no limit of its own. */
                        expires_at: string | null;
                        /** @description The addresses and networks, such as `192.0.2.1`, `10.0.0.0/8` or `2001:db8::/32`, from which the key is accepted. From elsewhere, a call gets 403 `forbidden`. `null`: no limit of its own. */
                        networks: string[] | null;
                        /** @description The engines that the key may use, among those of its team. A call that none of them can serve gets 403 `forbidden`. `null`: no limit of its own. */
                        engines: string[] | null;
                        /** @description The pairs of languages that the key may translate: `EN-DE`, `EN-*` or `*-DE`. A language stands for all of its variants. Other pairs get 403 `forbidden`. `null`: no limit of its own. */
                        language_pairs: string[] | null;
                        /** @description The request rate of the key, below that of its team. It may use up one second of it at once. `null`: no limit of its own. */
                        requests_per_second: number | null;
                        /** @description The characters that the key may translate in a minute, below those of its team. `null`: no limit of its own. */
                        characters_per_minute: number | null;
                        /** @description The budget of the key in a calendar month (UTC), below that of its team. A call beyond it gets 456 `quota_exceeded`. `null`: no limit of its own. */
                        monthly_characters: number | null;
                        /** @description What is left of `monthly_characters` this month, without what is held for documents and streamed calls. `null` if the key has no budget. */
                        characters_left: number | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    readSummary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        period_start: string;
                        /** Format: date-time */
                        period_end: string;
                        quota: number;
                        quota_used: number;
                        credit_left: number;
                        /** @description the part of what is left that is reserved for documents in progress */
                        held: number;
                        forecast: {
                            characters: number;
                            runs_out_at: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    readUsage: {
        parameters: {
            query: {
                from: string;
                to: string;
                by: "day" | "hour";
                group: "key" | "mode" | "pair" | "engine" | "dialect" | "tag";
                /** @description The answer becomes a file, so the audit log records the export. */
                export?: "csv";
            };
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        from: string;
                        /** Format: date-time */
                        to: string;
                        total: {
                            characters: number;
                            calls: number;
                            texts: number;
                        };
                        rows: {
                            time: string;
                            group: string;
                            characters: number;
                            calls: number;
                            texts: number;
                        }[];
                        refused: {
                            code: string;
                            calls: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    findCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        key_id: string;
                        mode: string;
                        dialect: string;
                        /** Format: date-time */
                        charged_at: string;
                        characters: number;
                        from_quota: number;
                        from_credit: number;
                        source_langs: string[];
                        target_lang: string;
                        engines: string[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description The maximum number of items on the page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, unchanged. Omit it to read the first page. */
                cursor?: string;
                /** @description Returns only calls that ended at or after this time. An RFC 3339 time, or a date, which means 00:00 UTC of that day. */
                from?: string;
                /** @description Returns only calls that ended before this time. An RFC 3339 time, or a date, which means 00:00 UTC of that day. */
                to?: string;
                /** @description the id of a key */
                key?: string;
                kind?: "translate" | "rephrase" | "document";
                mode?: "live" | "test";
                dialect?: "v1" | "deepl" | "libretranslate" | "deeplx" | "apy" | "mcp" | "browser";
                /** @description A status such as `429`, or a class such as `4xx`; `failed` for all calls that ended with a problem or without an answer. */
                status?: string;
                code?: string;
                source?: string;
                target?: string;
                engine?: string;
                /** @description the X-Request-Id of a call */
                request_id?: string;
                /** @description The `newest_cursor` of an earlier answer: returns what was logged since, and again what was logged in the seconds before. */
                after?: string;
                /** @description The `latest` of an earlier answer, or `none`: waits up to 3 s for a call that is logged after it, before it answers. */
                seen?: string;
            };
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The newest row of the log, whatever the filter, if `seen` was given. */
                        latest: string | null;
                        requests: {
                            id: string;
                            /** Format: date-time */
                            at: string;
                            /** @description `null` in a row that stands for several calls */
                            request_id: string | null;
                            key_id: string | null;
                            key_name: string | null;
                            key_fingerprint: string | null;
                            /** @description `translate`, `rephrase` or `document`; `not_logged` for a count of calls without a row */
                            kind: string;
                            mode: string | null;
                            dialect: string | null;
                            source_langs: string[];
                            target_lang: string | null;
                            engines: string[];
                            /** @description `null` if the client disconnected before it had its answer */
                            status: number | null;
                            code: string | null;
                            /** @description what the call was charged; a document is charged when it is done */
                            characters: number;
                            duration_ms: number | null;
                            /** @description more than 1 if calls that failed alike share the row */
                            calls: number;
                        }[];
                        /** @description Pass it as `cursor` to read the next page. `null` on the last page. */
                        next_cursor: string | null;
                        /** @description Pass it as `after` to read what is new. `null` if there is none yet. */
                        newest_cursor: string | null;
                        /** @description How far back the answer reaches. `null` if it reaches the end. */
                        searched_to: string | null;
                        /** @description 0 if calls are not logged */
                        days_kept: number;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    exportRequests: {
        parameters: {
            query?: {
                /** @description Returns only calls that ended at or after this time. An RFC 3339 time, or a date, which means 00:00 UTC of that day. */
                from?: string;
                /** @description Returns only calls that ended before this time. An RFC 3339 time, or a date, which means 00:00 UTC of that day. */
                to?: string;
                /** @description the id of a key */
                key?: string;
                kind?: "translate" | "rephrase" | "document";
                mode?: "live" | "test";
                dialect?: "v1" | "deepl" | "libretranslate" | "deeplx" | "apy" | "mcp" | "browser";
                /** @description A status such as `429`, or a class such as `4xx`; `failed` for all calls that ended with a problem or without an answer. */
                status?: string;
                code?: string;
                source?: string;
                target?: string;
                engine?: string;
                /** @description the X-Request-Id of a call */
                request_id?: string;
            };
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    readHome: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        checklist: {
                            /** @description an API key that is not revoked */
                            has_key: boolean;
                            /** @description a text or a document was translated with an API key of the team */
                            has_call: boolean;
                            /** @description a second person; for owners, who may see invitations, also an open invitation */
                            has_company: boolean;
                            has_glossary: boolean;
                        };
                        month: {
                            /** Format: date-time */
                            period_start: string;
                            /** Format: date-time */
                            period_end: string;
                            quota: number;
                            quota_used: number;
                            credit_left: number;
                            /** @description the part of what is left that is reserved for documents in progress */
                            held: number;
                            forecast: {
                                characters: number;
                                runs_out_at: string | null;
                            };
                        };
                        recent_errors: {
                            /** Format: date-time */
                            since: string;
                            refused: {
                                code: string;
                                calls: number;
                            }[];
                            failed_documents: {
                                code: string;
                                documents: number;
                            }[];
                        };
                        engines: {
                            id: string;
                            /**
                             * @description over all nodes. `degraded`: down on some of them. `unknown`: not checked yet, or on no node
                             * @enum {unknown}
                             */
                            state: "healthy" | "degraded" | "down" | "unknown";
                            since: string | null;
                        }[];
                        pairs: {
                            total: number;
                            /** @description the number of pairs with `better` */
                            improvable: number;
                            /**
                             * @description who can change engines and models
                             * @enum {unknown}
                             */
                            changed_by: "operator";
                            /** @description at most 500, those that could be better first */
                            shown: {
                                source: string;
                                target: string;
                                engines: string[];
                                through: string | null;
                                better: {
                                    /** @description as `dragoman models pull` names it: `en-de` */
                                    model: string;
                                    /** @description true: it is installed, and the order of engines or routes prefers another engine */
                                    is_installed: boolean;
                                } | null;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    tryOut: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the call with the same key and body is not charged again. */
                "Idempotency-Key"?: string;
            };
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The texts to translate, at most 131,072 characters in total. An empty text is returned empty and costs nothing. */
                    text: string[];
                    source_lang?: string;
                    engine?: string;
                    /**
                     * @description The markup language of the texts. Tags are kept and are not charged. Omit it for plain text.
                     * @enum {unknown}
                     */
                    tag_handling?: "html" | "xml";
                    target_lang: string;
                    /**
                     * @description Whether the translation uses formal (`more`) or informal (`less`) language. If the engine cannot choose the formality, the option is ignored and the response has the warning `formality_not_supported`.
                     * @enum {unknown}
                     */
                    formality?: "default" | "more" | "less" | "prefer_more" | "prefer_less";
                    /** Format: uuid */
                    glossary_id?: string;
                    /** @description Instructions for the wording, for engines that follow them: at most 10, of at most 300 characters each. They are not charged. They count toward the characters per minute once for each text. An engine that does not follow it is a warning. */
                    custom_instructions?: string[];
                    /**
                     * Format: uuid
                     * @description The ID of a style rule list of the team to apply. Its language must be the target language. An engine that does not follow it is a warning.
                     */
                    style_id?: string;
                    /** @description Text that surrounds the texts, for engines that use it. It is neither translated nor charged. It counts toward the characters per minute once for each text. */
                    context?: string;
                    alternatives?: number;
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        translations: {
                            text: string;
                            detected_source_language: string;
                            engine: string;
                            glossary_terms: {
                                source: string;
                                target: string;
                            }[];
                            alternatives?: string[];
                        }[];
                        characters: number;
                        /** @description What may need attention. Omitted if there is nothing to report. */
                        warnings: {
                            /** @description One of `unknown_member`, `source_equals_target`, `formality_not_supported`, `instructions_not_supported`, `partly_translated`, `partly_rephrased`, `alternatives_not_supported`, `fewer_alternatives`, `option_not_supported`, `glossary_not_applied`, `looks_untranslated` and `looks_incomplete`. */
                            code: string;
                            /** @description An explanation for people, which may name the texts. */
                            detail: string;
                        }[];
                        /** @description milliseconds by step */
                        steps: {
                            [key: string]: number;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request-unsupported_language"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict-replay_unavailable"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            456: components["responses"]["quota_exceeded"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["engine_unavailable-service_unavailable"];
        };
    };
    tryRephrasing: {
        parameters: {
            query?: never;
            header?: {
                /** @description Repeating the call with the same key and body is not charged again. */
                "Idempotency-Key"?: string;
            };
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    text: string[];
                    source_lang?: string;
                    engine?: string;
                    /**
                     * @description The markup language of the texts. Tags are kept and are not charged. Omit it for plain text.
                     * @enum {unknown}
                     */
                    tag_handling?: "html" | "xml";
                    target_lang?: string;
                    /** @enum {unknown} */
                    task: "rephrase" | "correct";
                    /** @enum {unknown} */
                    writing_style?: "academic" | "business" | "casual" | "simple";
                    /** @enum {unknown} */
                    tone?: "confident" | "diplomatic" | "enthusiastic" | "friendly";
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        translations: {
                            text: string;
                            detected_source_language: string;
                            engine: string;
                            glossary_terms: {
                                source: string;
                                target: string;
                            }[];
                            alternatives?: string[];
                        }[];
                        characters: number;
                        /** @description What may need attention. Omitted if there is nothing to report. */
                        warnings: {
                            /** @description One of `unknown_member`, `source_equals_target`, `formality_not_supported`, `instructions_not_supported`, `partly_translated`, `partly_rephrased`, `alternatives_not_supported`, `fewer_alternatives`, `option_not_supported`, `glossary_not_applied`, `looks_untranslated` and `looks_incomplete`. */
                            code: string;
                            /** @description An explanation for people, which may name the texts. */
                            detail: string;
                        }[];
                        /** @description milliseconds by step */
                        steps: {
                            [key: string]: number;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request-unsupported_language"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict-replay_unavailable"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            456: components["responses"]["quota_exceeded"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["engine_unavailable-service_unavailable"];
        };
    };
    tryOutStreamed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    text: string[];
                    source_lang?: string;
                    engine?: string;
                    /**
                     * @description The markup language of the texts. Tags are kept and are not charged. Omit it for plain text.
                     * @enum {unknown}
                     */
                    tag_handling?: "html" | "xml";
                    target_lang: string;
                    /**
                     * @description Whether the translation uses formal (`more`) or informal (`less`) language. If the engine cannot choose the formality, the option is ignored and the response has the warning `formality_not_supported`.
                     * @enum {unknown}
                     */
                    formality?: "default" | "more" | "less" | "prefer_more" | "prefer_less";
                    /** Format: uuid */
                    glossary_id?: string;
                    /** @description Instructions for the wording, for engines that follow them: at most 10, of at most 300 characters each. They are not charged. They count toward the characters per minute once for each text. An engine that does not follow it is a warning. */
                    custom_instructions?: string[];
                    /**
                     * Format: uuid
                     * @description The ID of a style rule list of the team to apply. Its language must be the target language. An engine that does not follow it is a warning.
                     */
                    style_id?: string;
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["invalid_request-unsupported_language"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict-replay_unavailable"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            456: components["responses"]["quota_exceeded"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["engine_unavailable-service_unavailable"];
        };
    };
    tryCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                    /** @description with the query, as in the request line */
                    path: string;
                    headers?: {
                        accept?: string;
                        /** @enum {unknown} */
                        "content-type"?: "application/json" | "application/x-www-form-urlencoded" | "text/csv" | "text/tab-separated-values";
                        "idempotency-key"?: string;
                        "if-match"?: string;
                        "if-none-match"?: string;
                    };
                    /** @description the body as text, at most 256 KiB */
                    body?: string;
                    /** @description the API key to call with; it is neither stored nor logged */
                    key?: string;
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number;
                        headers: {
                            [key: string]: string;
                        };
                        body: string;
                        /** @description whether the body was longer than what is shown */
                        is_cut: boolean;
                        duration_ms: number;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listLanguages: {
        parameters: {
            query?: {
                /** @description Only what this engine offers. `engines` and `instruction_engines` stay complete. */
                engine?: string;
            };
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        targets: {
                            code: string;
                            name: string;
                            sources: {
                                code: string;
                                name: string;
                            }[];
                            /** @description The source languages from which the preferred engine follows instructions. */
                            instructions_from: string[];
                            /** @description The source languages from which the preferred engine can write alternatives. */
                            alternatives_from: string[];
                            /** @description Whether any engine follows instructions, from at least one source language. */
                            instructions: boolean;
                        }[];
                        rephrase_languages: {
                            code: string;
                            name: string;
                        }[];
                        /** @description The engines that the team may use. */
                        engines: string[];
                        /** @description Those that follow instructions. */
                        instruction_engines: string[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listGlossaries: {
        parameters: {
            query?: {
                /** @description The maximum number of items on the page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, unchanged. Omit it to read the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        glossaries: {
                            /** @description The ID of the glossary. */
                            id: string;
                            /** @description The name of the glossary. */
                            name: string;
                            /** @description The version of the glossary. Every change increases it; the `ETag` header contains it. */
                            version: number;
                            /**
                             * Format: date-time
                             * @description When it was created.
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description When the glossary or one of its dictionaries was last changed.
                             */
                            updated_at: string;
                            /** @description The dictionaries, without their entries, in the order in which they were created. */
                            dictionaries: {
                                /** @description The source language, such as `EN`. */
                                source_lang: string;
                                /** @description The target language, such as `ES` or `PT-BR`. */
                                target_lang: string;
                                /** @description The version of the glossary in which this dictionary was last changed. */
                                version: number;
                                /** @description The number of entries. */
                                entry_count: number;
                                /**
                                 * Format: date-time
                                 * @description When the dictionary was last changed.
                                 */
                                updated_at: string;
                            }[];
                        }[];
                        /** @description Pass it as `cursor` to read the next page. `null` on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createGlossary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name. 1 to 200 characters, one of them visible, without control characters; surrounding whitespace is removed. */
                    name: string;
                    /** @description The dictionaries of the glossary, at most 100: one for each language pair. */
                    dictionaries?: {
                        /** @description The source language, such as `EN`. */
                        source_lang: string;
                        /** @description The target language, such as `ES` or `PT-BR`. */
                        target_lang: string;
                        /** @description The entries, as an array or as a TSV or CSV text. */
                        entries: {
                            /** @description The term in the source language. */
                            source: string;
                            /** @description The term in the target language. */
                            target: string;
                        }[] | string;
                        /**
                         * @description The format of `entries` if it is a text.
                         * @enum {unknown}
                         */
                        entries_format?: "tsv" | "csv";
                    }[];
                };
            };
        };
        responses: {
            /** @description The response. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The ID of the glossary. */
                        id: string;
                        /** @description The name of the glossary. */
                        name: string;
                        /** @description The version of the glossary. Every change increases it; the `ETag` header contains it. */
                        version: number;
                        /**
                         * Format: date-time
                         * @description When it was created.
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description When the glossary or one of its dictionaries was last changed.
                         */
                        updated_at: string;
                        /** @description The dictionaries, without their entries, in the order in which they were created. */
                        dictionaries: {
                            /** @description The source language, such as `EN`. */
                            source_lang: string;
                            /** @description The target language, such as `ES` or `PT-BR`. */
                            target_lang: string;
                            /** @description The version of the glossary in which this dictionary was last changed. */
                            version: number;
                            /** @description The number of entries. */
                            entry_count: number;
                            /**
                             * Format: date-time
                             * @description When the dictionary was last changed.
                             */
                            updated_at: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    readGlossary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
                /** @description The ID of the glossary. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The ID of the glossary. */
                        id: string;
                        /** @description The name of the glossary. */
                        name: string;
                        /** @description The version of the glossary. Every change increases it; the `ETag` header contains it. */
                        version: number;
                        /**
                         * Format: date-time
                         * @description When it was created.
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description When the glossary or one of its dictionaries was last changed.
                         */
                        updated_at: string;
                        /** @description The dictionaries, without their entries, in the order in which they were created. */
                        dictionaries: {
                            /** @description The source language, such as `EN`. */
                            source_lang: string;
                            /** @description The target language, such as `ES` or `PT-BR`. */
                            target_lang: string;
                            /** @description The version of the glossary in which this dictionary was last changed. */
                            version: number;
                            /** @description The number of entries. */
                            entry_count: number;
                            /**
                             * Format: date-time
                             * @description When the dictionary was last changed.
                             */
                            updated_at: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteGlossary: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that you read. The change fails with 412 if the resource has changed since. */
                "If-Match"?: string;
            };
            path: {
                team: string;
                /** @description The ID of the glossary. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    renameGlossary: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that you read. The change fails with 412 if the resource has changed since. */
                "If-Match"?: string;
            };
            path: {
                team: string;
                /** @description The ID of the glossary. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name. 1 to 200 characters, one of them visible, without control characters; surrounding whitespace is removed. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The ID of the glossary. */
                        id: string;
                        /** @description The name of the glossary. */
                        name: string;
                        /** @description The version of the glossary. Every change increases it; the `ETag` header contains it. */
                        version: number;
                        /**
                         * Format: date-time
                         * @description When it was created.
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description When the glossary or one of its dictionaries was last changed.
                         */
                        updated_at: string;
                        /** @description The dictionaries, without their entries, in the order in which they were created. */
                        dictionaries: {
                            /** @description The source language, such as `EN`. */
                            source_lang: string;
                            /** @description The target language, such as `ES` or `PT-BR`. */
                            target_lang: string;
                            /** @description The version of the glossary in which this dictionary was last changed. */
                            version: number;
                            /** @description The number of entries. */
                            entry_count: number;
                            /**
                             * Format: date-time
                             * @description When the dictionary was last changed.
                             */
                            updated_at: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    readDictionary: {
        parameters: {
            query?: {
                version?: string;
            };
            header?: never;
            path: {
                team: string;
                /** @description The ID of the glossary. */
                id: string;
                /** @description The source language of the dictionary, such as `EN`. Case-insensitive. */
                source: string;
                /** @description The target language of the dictionary, such as `PT-BR`. Case-insensitive. */
                target: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The source language, such as `EN`. */
                        source_lang: string;
                        /** @description The target language, such as `ES` or `PT-BR`. */
                        target_lang: string;
                        /** @description The version of the glossary in which this dictionary was last changed. */
                        version: number;
                        /** @description The number of entries. */
                        entry_count: number;
                        /** @description The entries, in the order in which they were added. */
                        entries: {
                            /** @description The term in the source language. */
                            source: string;
                            /** @description The term in the target language. */
                            target: string;
                        }[];
                    };
                    "text/tab-separated-values": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    replaceDictionary: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that you read. The change fails with 412 if the resource has changed since. */
                "If-Match"?: string;
                /** @description "*" creates the dictionary only if it does not exist. */
                "If-None-Match"?: string;
            };
            path: {
                team: string;
                /** @description The ID of the glossary. */
                id: string;
                /** @description The source language of the dictionary, such as `EN`. Case-insensitive. */
                source: string;
                /** @description The target language of the dictionary, such as `PT-BR`. Case-insensitive. */
                target: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The entries. A source term may occur only once in a dictionary. */
                    entries: {
                        /** @description The term in the source language. */
                        source: string;
                        /** @description The term in the target language. */
                        target: string;
                    }[];
                };
                "text/tab-separated-values": string;
                "text/csv": string;
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The source language, such as `EN`. */
                        source_lang: string;
                        /** @description The target language, such as `ES` or `PT-BR`. */
                        target_lang: string;
                        /** @description The version of the glossary in which this dictionary was last changed. */
                        version: number;
                        /** @description The number of entries. */
                        entry_count: number;
                        /**
                         * Format: date-time
                         * @description When the dictionary was last changed.
                         */
                        updated_at: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteDictionary: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that you read. The change fails with 412 if the resource has changed since. */
                "If-Match"?: string;
            };
            path: {
                team: string;
                /** @description The ID of the glossary. */
                id: string;
                /** @description The source language of the dictionary, such as `EN`. Case-insensitive. */
                source: string;
                /** @description The target language of the dictionary, such as `PT-BR`. Case-insensitive. */
                target: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    mergeEntries: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that you read. The change fails with 412 if the resource has changed since. */
                "If-Match"?: string;
                /** @description "*" creates the dictionary only if it does not exist. */
                "If-None-Match"?: string;
            };
            path: {
                team: string;
                /** @description The ID of the glossary. */
                id: string;
                /** @description The source language of the dictionary, such as `EN`. Case-insensitive. */
                source: string;
                /** @description The target language of the dictionary, such as `PT-BR`. Case-insensitive. */
                target: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The entries. A source term may occur only once in a dictionary. */
                    entries: {
                        /** @description The term in the source language. */
                        source: string;
                        /** @description The term in the target language. */
                        target: string;
                    }[];
                };
                "text/tab-separated-values": string;
                "text/csv": string;
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The source language, such as `EN`. */
                        source_lang: string;
                        /** @description The target language, such as `ES` or `PT-BR`. */
                        target_lang: string;
                        /** @description The version of the glossary in which this dictionary was last changed. */
                        version: number;
                        /** @description The number of entries. */
                        entry_count: number;
                        /**
                         * Format: date-time
                         * @description When the dictionary was last changed.
                         */
                        updated_at: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
                /** @description The ID of the glossary. */
                id: string;
                /** @description The source language of the dictionary, such as `EN`. Case-insensitive. */
                source: string;
                /** @description The target language of the dictionary, such as `PT-BR`. Case-insensitive. */
                target: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        versions: {
                            version: number;
                            entry_count: number;
                            /** Format: date-time */
                            written_at: string;
                            author: {
                                type: string | null;
                                name: string | null;
                            };
                            is_current: boolean;
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    diffVersions: {
        parameters: {
            query: {
                from: string;
                to: string;
            };
            header?: never;
            path: {
                team: string;
                /** @description The ID of the glossary. */
                id: string;
                /** @description The source language of the dictionary, such as `EN`. Case-insensitive. */
                source: string;
                /** @description The target language of the dictionary, such as `PT-BR`. Case-insensitive. */
                target: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        added: number;
                        removed: number;
                        changed: number;
                        /** @description the first 2000; null if the entry did not exist */
                        entries: {
                            source: string;
                            before: string | null;
                            after: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listStyleRules: {
        parameters: {
            query?: {
                /** @description The maximum number of items on the page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, unchanged. Omit it to read the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        style_rules: {
                            /** @description The ID of the list. */
                            style_id: string;
                            /** @description The name of the list. */
                            name: string;
                            /**
                             * Format: date-time
                             * @description When the list was created.
                             */
                            creation_time: string;
                            /**
                             * Format: date-time
                             * @description When the list was last changed.
                             */
                            updated_time: string;
                            /** @description The target language that the list is for. */
                            language: string;
                            /** @description The version of the list. Every change increases it. */
                            version: number;
                            configured_rule_count: number;
                            custom_instruction_count: number;
                        }[];
                        /** @description Pass it as `cursor` to read the next page. `null` on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createStyleRules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name. 1 to 200 characters, one of them visible, without control characters; surrounding whitespace is removed. */
                    name: string;
                    /** @description The target language that the list is for, such as `de` or `pt-BR`. Without a region, it is for all regions. */
                    language: string;
                    /** @description The configured rules: groups of rules, each with its option, by the names of the DeepL API, such as `{"punctuation": {"apostrophe": "use_curly_apostrophes"}}`. */
                    configured_rules?: {
                        /** @description Rules for dates and times. */
                        dates_and_times?: {
                            [key: string]: string;
                        };
                        /** @description Rules for formatting. */
                        formatting?: {
                            [key: string]: string;
                        };
                        /** @description Rules for numbers. */
                        numbers?: {
                            [key: string]: string;
                        };
                        /** @description Rules for punctuation. */
                        punctuation?: {
                            [key: string]: string;
                        };
                        /** @description Rules for spelling and grammar. */
                        spelling_and_grammar?: {
                            [key: string]: string;
                        };
                        /** @description Rules for style and tone. */
                        style_and_tone?: {
                            [key: string]: string;
                        };
                        /** @description Rules for vocabulary. */
                        vocabulary?: {
                            [key: string]: string;
                        };
                    };
                    /** @description The custom instructions, at most 200. */
                    custom_instructions?: {
                        /** @description The name of the instruction. 1 to 100 characters. */
                        label: string;
                        /** @description What translations should be like, in plain words. 1 to 300 characters; whitespace is reduced to single spaces. */
                        prompt: string;
                        /** @description The only source language that the instruction applies to. By default every language. */
                        source_language?: string | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description The response. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The ID of the list. */
                        style_id: string;
                        /** @description The name of the list. */
                        name: string;
                        /**
                         * Format: date-time
                         * @description When the list was created.
                         */
                        creation_time: string;
                        /**
                         * Format: date-time
                         * @description When the list was last changed.
                         */
                        updated_time: string;
                        /** @description The target language that the list is for. */
                        language: string;
                        /** @description The version of the list. Every change increases it. */
                        version: number;
                        /** @description The configured rules: groups of rules, each with its option, by the names of the DeepL API, such as `{"punctuation": {"apostrophe": "use_curly_apostrophes"}}`. */
                        configured_rules: {
                            /** @description Rules for dates and times. */
                            dates_and_times?: {
                                [key: string]: string;
                            };
                            /** @description Rules for formatting. */
                            formatting?: {
                                [key: string]: string;
                            };
                            /** @description Rules for numbers. */
                            numbers?: {
                                [key: string]: string;
                            };
                            /** @description Rules for punctuation. */
                            punctuation?: {
                                [key: string]: string;
                            };
                            /** @description Rules for spelling and grammar. */
                            spelling_and_grammar?: {
                                [key: string]: string;
                            };
                            /** @description Rules for style and tone. */
                            style_and_tone?: {
                                [key: string]: string;
                            };
                            /** @description Rules for vocabulary. */
                            vocabulary?: {
                                [key: string]: string;
                            };
                        };
                        /** @description The custom instructions, in the order in which they were created. */
                        custom_instructions: {
                            /** @description The ID of the instruction. */
                            id: string;
                            /** @description The name of the instruction. */
                            label: string;
                            /** @description What translations should be like. */
                            prompt: string;
                            /** @description The only source language that the instruction applies to. Omitted if it applies to every language. */
                            source_language?: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    readStyleRules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The ID of the list. */
                        style_id: string;
                        /** @description The name of the list. */
                        name: string;
                        /**
                         * Format: date-time
                         * @description When the list was created.
                         */
                        creation_time: string;
                        /**
                         * Format: date-time
                         * @description When the list was last changed.
                         */
                        updated_time: string;
                        /** @description The target language that the list is for. */
                        language: string;
                        /** @description The version of the list. Every change increases it. */
                        version: number;
                        /** @description The configured rules: groups of rules, each with its option, by the names of the DeepL API, such as `{"punctuation": {"apostrophe": "use_curly_apostrophes"}}`. */
                        configured_rules: {
                            /** @description Rules for dates and times. */
                            dates_and_times?: {
                                [key: string]: string;
                            };
                            /** @description Rules for formatting. */
                            formatting?: {
                                [key: string]: string;
                            };
                            /** @description Rules for numbers. */
                            numbers?: {
                                [key: string]: string;
                            };
                            /** @description Rules for punctuation. */
                            punctuation?: {
                                [key: string]: string;
                            };
                            /** @description Rules for spelling and grammar. */
                            spelling_and_grammar?: {
                                [key: string]: string;
                            };
                            /** @description Rules for style and tone. */
                            style_and_tone?: {
                                [key: string]: string;
                            };
                            /** @description Rules for vocabulary. */
                            vocabulary?: {
                                [key: string]: string;
                            };
                        };
                        /** @description The custom instructions, in the order in which they were created. */
                        custom_instructions: {
                            /** @description The ID of the instruction. */
                            id: string;
                            /** @description The name of the instruction. */
                            label: string;
                            /** @description What translations should be like. */
                            prompt: string;
                            /** @description The only source language that the instruction applies to. Omitted if it applies to every language. */
                            source_language?: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteStyleRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that you read. The change fails with 412 if the resource has changed since. */
                "If-Match"?: string;
            };
            path: {
                team: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    renameStyleRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that you read. The change fails with 412 if the resource has changed since. */
                "If-Match"?: string;
            };
            path: {
                team: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name. 1 to 200 characters, one of them visible, without control characters; surrounding whitespace is removed. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The ID of the list. */
                        style_id: string;
                        /** @description The name of the list. */
                        name: string;
                        /**
                         * Format: date-time
                         * @description When the list was created.
                         */
                        creation_time: string;
                        /**
                         * Format: date-time
                         * @description When the list was last changed.
                         */
                        updated_time: string;
                        /** @description The target language that the list is for. */
                        language: string;
                        /** @description The version of the list. Every change increases it. */
                        version: number;
                        /** @description The configured rules: groups of rules, each with its option, by the names of the DeepL API, such as `{"punctuation": {"apostrophe": "use_curly_apostrophes"}}`. */
                        configured_rules: {
                            /** @description Rules for dates and times. */
                            dates_and_times?: {
                                [key: string]: string;
                            };
                            /** @description Rules for formatting. */
                            formatting?: {
                                [key: string]: string;
                            };
                            /** @description Rules for numbers. */
                            numbers?: {
                                [key: string]: string;
                            };
                            /** @description Rules for punctuation. */
                            punctuation?: {
                                [key: string]: string;
                            };
                            /** @description Rules for spelling and grammar. */
                            spelling_and_grammar?: {
                                [key: string]: string;
                            };
                            /** @description Rules for style and tone. */
                            style_and_tone?: {
                                [key: string]: string;
                            };
                            /** @description Rules for vocabulary. */
                            vocabulary?: {
                                [key: string]: string;
                            };
                        };
                        /** @description The custom instructions, in the order in which they were created. */
                        custom_instructions: {
                            /** @description The ID of the instruction. */
                            id: string;
                            /** @description The name of the instruction. */
                            label: string;
                            /** @description What translations should be like. */
                            prompt: string;
                            /** @description The only source language that the instruction applies to. Omitted if it applies to every language. */
                            source_language?: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    replaceConfiguredRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that you read. The change fails with 412 if the resource has changed since. */
                "If-Match"?: string;
            };
            path: {
                team: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Rules for dates and times. */
                    dates_and_times?: {
                        [key: string]: string;
                    };
                    /** @description Rules for formatting. */
                    formatting?: {
                        [key: string]: string;
                    };
                    /** @description Rules for numbers. */
                    numbers?: {
                        [key: string]: string;
                    };
                    /** @description Rules for punctuation. */
                    punctuation?: {
                        [key: string]: string;
                    };
                    /** @description Rules for spelling and grammar. */
                    spelling_and_grammar?: {
                        [key: string]: string;
                    };
                    /** @description Rules for style and tone. */
                    style_and_tone?: {
                        [key: string]: string;
                    };
                    /** @description Rules for vocabulary. */
                    vocabulary?: {
                        [key: string]: string;
                    };
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The ID of the list. */
                        style_id: string;
                        /** @description The name of the list. */
                        name: string;
                        /**
                         * Format: date-time
                         * @description When the list was created.
                         */
                        creation_time: string;
                        /**
                         * Format: date-time
                         * @description When the list was last changed.
                         */
                        updated_time: string;
                        /** @description The target language that the list is for. */
                        language: string;
                        /** @description The version of the list. Every change increases it. */
                        version: number;
                        /** @description The configured rules: groups of rules, each with its option, by the names of the DeepL API, such as `{"punctuation": {"apostrophe": "use_curly_apostrophes"}}`. */
                        configured_rules: {
                            /** @description Rules for dates and times. */
                            dates_and_times?: {
                                [key: string]: string;
                            };
                            /** @description Rules for formatting. */
                            formatting?: {
                                [key: string]: string;
                            };
                            /** @description Rules for numbers. */
                            numbers?: {
                                [key: string]: string;
                            };
                            /** @description Rules for punctuation. */
                            punctuation?: {
                                [key: string]: string;
                            };
                            /** @description Rules for spelling and grammar. */
                            spelling_and_grammar?: {
                                [key: string]: string;
                            };
                            /** @description Rules for style and tone. */
                            style_and_tone?: {
                                [key: string]: string;
                            };
                            /** @description Rules for vocabulary. */
                            vocabulary?: {
                                [key: string]: string;
                            };
                        };
                        /** @description The custom instructions, in the order in which they were created. */
                        custom_instructions: {
                            /** @description The ID of the instruction. */
                            id: string;
                            /** @description The name of the instruction. */
                            label: string;
                            /** @description What translations should be like. */
                            prompt: string;
                            /** @description The only source language that the instruction applies to. Omitted if it applies to every language. */
                            source_language?: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createCustomInstruction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that you read. The change fails with 412 if the resource has changed since. */
                "If-Match"?: string;
            };
            path: {
                team: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name of the instruction. 1 to 100 characters. */
                    label: string;
                    /** @description What translations should be like, in plain words. 1 to 300 characters; whitespace is reduced to single spaces. */
                    prompt: string;
                    /** @description The only source language that the instruction applies to. By default every language. */
                    source_language?: string | null;
                };
            };
        };
        responses: {
            /** @description The response. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The ID of the instruction. */
                        id: string;
                        /** @description The name of the instruction. */
                        label: string;
                        /** @description What translations should be like. */
                        prompt: string;
                        /** @description The only source language that the instruction applies to. Omitted if it applies to every language. */
                        source_language?: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    readCustomInstruction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
                id: string;
                /** @description The ID of the custom instruction. */
                instruction: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The ID of the instruction. */
                        id: string;
                        /** @description The name of the instruction. */
                        label: string;
                        /** @description What translations should be like. */
                        prompt: string;
                        /** @description The only source language that the instruction applies to. Omitted if it applies to every language. */
                        source_language?: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    replaceCustomInstruction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that you read. The change fails with 412 if the resource has changed since. */
                "If-Match"?: string;
            };
            path: {
                team: string;
                id: string;
                /** @description The ID of the custom instruction. */
                instruction: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name of the instruction. 1 to 100 characters. */
                    label: string;
                    /** @description What translations should be like, in plain words. 1 to 300 characters; whitespace is reduced to single spaces. */
                    prompt: string;
                    /** @description The only source language that the instruction applies to. By default every language. */
                    source_language?: string | null;
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The ID of the instruction. */
                        id: string;
                        /** @description The name of the instruction. */
                        label: string;
                        /** @description What translations should be like. */
                        prompt: string;
                        /** @description The only source language that the instruction applies to. Omitted if it applies to every language. */
                        source_language?: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteCustomInstruction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that you read. The change fails with 412 if the resource has changed since. */
                "If-Match"?: string;
            };
            path: {
                team: string;
                id: string;
                /** @description The ID of the custom instruction. */
                instruction: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            412: components["responses"]["precondition_failed"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    readLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        team_id: string;
                        monthly_quota: number;
                        requests_per_second: number;
                        requests_burst: number;
                        characters_per_minute: number;
                        calls_in_flight: number;
                        /** @description in order of preference; null: all engines of the installation */
                        engines: string[] | null;
                        cache: boolean;
                        call: {
                            texts: number;
                            characters: number;
                            context_characters: number;
                            body_bytes: number;
                        };
                        glossaries: {
                            count: number;
                            /** @description the most that one glossary may have */
                            dictionaries: number;
                            dictionary_bytes: number;
                        };
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description The maximum number of items on the page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, unchanged. Omit it to read the first page. */
                cursor?: string;
                /** @description Returns only entries with this action, such as `key.created`. */
                action?: string;
                /** @description an id; for an invitation, the e-mail address */
                subject?: string;
                /** @description Returns only entries at or after this time. An RFC 3339 time, or a date, which means 00:00 UTC of that day. */
                from?: string;
                /** @description Returns only entries before this time. An RFC 3339 time, or a date, which means 00:00 UTC of that day. */
                to?: string;
                /** @description the id of a user or key, or part of its name */
                actor?: string;
                /** @description The answer becomes a file, so the audit log records the export. */
                export?: "csv";
            };
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The entries, newest first. */
                        entries: {
                            /** @description The ID of the entry. */
                            id: string;
                            /**
                             * Format: date-time
                             * @description When the change was made.
                             */
                            at: string;
                            /** @description What was done, such as `key.created` or `limits.changed`. */
                            action: string;
                            /** @description The object that was changed. */
                            subject: {
                                /** @description The type of the object, such as `key` or `glossary`. */
                                type: string;
                                /** @description The ID of the object. */
                                id: string;
                            };
                            /** @description Who made the change. */
                            actor: {
                                /** @description `key` for an API key, `user` for a user of the console, `command_line` for an operator, `unknown` for somebody who is not signed in. */
                                type: string;
                                /** @description The ID of the key or user. `null` for other types. */
                                id: string | null;
                                /** @description The name of the key, the user or the account of the operator. */
                                name: string | null;
                            };
                            /** @description The IP address of the client. `null` on the command line. */
                            address: string | null;
                            /** @description The `X-Request-Id` of the request. `null` on the command line. */
                            request_id: string | null;
                            /** @description What was changed. A changed value is an object with its old value, `from`, and its new value, `to`. */
                            details: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description Pass it as `cursor` to read the next page. `null` on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listTeamDestinations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        destinations: {
                            id: string;
                            /** @enum {unknown} */
                            kind: "webhook" | "mail";
                            name: string;
                            /** @description the URL of a webhook, or the e-mail address */
                            address: string;
                            event_types: string[];
                            is_enabled: boolean;
                            /** @description `failing`: it failed for five days and was turned off; `person`: somebody turned it off */
                            disabled_reason: ("failing" | "person") | null;
                            /** @description until when webhooks are also signed with the secret before the last rotation */
                            older_until: string | null;
                            /** @description null if the last attempt succeeded */
                            failing_since: string | null;
                            last_delivered_at: string | null;
                            /**
                             * Format: date-time
                             * @description When it was created.
                             */
                            created_at: string;
                        }[];
                        /** @description the events to choose from */
                        types: {
                            type: string;
                            summary: string;
                        }[];
                        /** @description false if no mail server is configured */
                        sends_mail: boolean;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createTeamDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    kind: "webhook" | "mail";
                    /** @description The name. 1 to 200 characters, one of them visible, without control characters; surrounding whitespace is removed. */
                    name: string;
                    /** @description the URL of a webhook, or the e-mail address */
                    address: string;
                    /** @description the events that are sent there */
                    event_types: string[];
                };
            };
        };
        responses: {
            /** @description The response. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {unknown} */
                        kind: "webhook" | "mail";
                        name: string;
                        /** @description the URL of a webhook, or the e-mail address */
                        address: string;
                        event_types: string[];
                        is_enabled: boolean;
                        /** @description `failing`: it failed for five days and was turned off; `person`: somebody turned it off */
                        disabled_reason: ("failing" | "person") | null;
                        /** @description until when webhooks are also signed with the secret before the last rotation */
                        older_until: string | null;
                        /** @description null if the last attempt succeeded */
                        failing_since: string | null;
                        last_delivered_at: string | null;
                        /**
                         * Format: date-time
                         * @description When it was created.
                         */
                        created_at: string;
                        /** @description with which webhooks are signed, shown only this once; null for mail */
                        secret: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteTeamDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    changeTeamDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name. 1 to 200 characters, one of them visible, without control characters; surrounding whitespace is removed. */
                    name?: string;
                    /** @description the URL of a webhook, or the e-mail address */
                    address?: string;
                    /** @description the events that are sent there */
                    event_types?: string[];
                    is_enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {unknown} */
                        kind: "webhook" | "mail";
                        name: string;
                        /** @description the URL of a webhook, or the e-mail address */
                        address: string;
                        event_types: string[];
                        is_enabled: boolean;
                        /** @description `failing`: it failed for five days and was turned off; `person`: somebody turned it off */
                        disabled_reason: ("failing" | "person") | null;
                        /** @description until when webhooks are also signed with the secret before the last rotation */
                        older_until: string | null;
                        /** @description null if the last attempt succeeded */
                        failing_since: string | null;
                        last_delivered_at: string | null;
                        /**
                         * Format: date-time
                         * @description When it was created.
                         */
                        created_at: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    rotateTeamDestinationSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {unknown} */
                        kind: "webhook" | "mail";
                        name: string;
                        /** @description the URL of a webhook, or the e-mail address */
                        address: string;
                        event_types: string[];
                        is_enabled: boolean;
                        /** @description `failing`: it failed for five days and was turned off; `person`: somebody turned it off */
                        disabled_reason: ("failing" | "person") | null;
                        /** @description until when webhooks are also signed with the secret before the last rotation */
                        older_until: string | null;
                        /** @description null if the last attempt succeeded */
                        failing_since: string | null;
                        last_delivered_at: string | null;
                        /**
                         * Format: date-time
                         * @description When it was created.
                         */
                        created_at: string;
                        /** @description with which webhooks are signed, shown only this once; null for mail */
                        secret: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    testTeamDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description the delivery of the test event */
                        id: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listTeamDeliveries: {
        parameters: {
            query?: {
                /** @description The maximum number of items on the page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, unchanged. Omit it to read the first page. */
                cursor?: string;
                state?: "waiting" | "delivered" | "failed";
            };
            header?: never;
            path: {
                team: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: {
                            id: string;
                            /** @enum {unknown} */
                            state: "waiting" | "delivered" | "failed";
                            /** @description also in the header webhook-id */
                            event_id: string;
                            type: string;
                            /**
                             * Format: date-time
                             * @description when it happened
                             */
                            at: string;
                            /** @description since it was recorded or replayed */
                            attempts: number;
                            /** @description null unless it waits */
                            next_attempt_at: string | null;
                            ended_at: string | null;
                            /** @description the last 20 attempts, oldest first */
                            log: {
                                /** Format: date-time */
                                at: string;
                                ms: number;
                                /** @description null if there was no answer */
                                status: number | null;
                                /** @description null if the attempt succeeded */
                                reason: string | null;
                            }[];
                        }[];
                        /** @description Pass it as `cursor` to read the next page. `null` on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    replayTeamDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
                id: string;
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    searchTeams: {
        parameters: {
            query?: {
                /** @description part of the name, or the id */
                search?: string;
                state?: "active" | "suspended";
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        teams: {
                            id: string;
                            name: string;
                            monthly_quota: number;
                            /** Format: date-time */
                            created_at: string;
                            quota_used: number;
                            credit_left: number;
                            active_keys: number;
                            suspended: {
                                /** Format: date-time */
                                at: string;
                                reason: string;
                            } | null;
                        }[];
                        /** @description Pass it as `cursor` to read the next page. `null` on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createTeam: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name. 1 to 200 characters, one of them visible, without control characters; surrounding whitespace is removed. */
                    name: string;
                    monthly_quota: number;
                };
            };
        };
        responses: {
            /** @description The response. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                        monthly_quota: number;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    renameTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name. 1 to 200 characters, one of them visible, without control characters; surrounding whitespace is removed. */
                    name: string;
                    /** @description the name that the operator saw; 409 if the team has another name by now */
                    previous_name: string;
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    setLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    monthly_quota?: number;
                    requests_per_second?: number;
                    requests_burst?: number;
                    characters_per_minute?: number;
                    calls_in_flight?: number;
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        team_id: string;
                        monthly_quota: number;
                        requests_per_second: number;
                        requests_burst: number;
                        characters_per_minute: number;
                        calls_in_flight: number;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    suspendTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        team_id: string;
                        suspended: {
                            /** Format: date-time */
                            at: string;
                            reason: string;
                        } | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    resumeTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        team_id: string;
                        suspended: {
                            /** Format: date-time */
                            at: string;
                            reason: string;
                        } | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    giveCredit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description a negative number takes credit back */
                    characters: number;
                    reason: string;
                    /**
                     * Format: uuid
                     * @description the entry's id, chosen by the caller; repeating the call with this id books the credit only once
                     */
                    entry?: string;
                };
            };
        };
        responses: {
            /** @description The response. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entry: string;
                        credit_left: number;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    readTeamSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        team_id: string;
                        engines: string[] | null;
                        cache: boolean;
                        /** @description the configured engines of all nodes */
                        known_engines: {
                            id: string;
                            /** @enum {unknown} */
                            state: "healthy" | "degraded" | "down" | "unknown";
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    setTeamSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description in order of preference; null: all engines, in the order of the configuration */
                    engines?: string[] | null;
                    /** @description the engines that the operator saw; 409 if the team has others by now */
                    previous_engines?: string[] | null;
                    cache?: boolean;
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        team_id: string;
                        engines: string[] | null;
                        cache: boolean;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    readTeamHistory: {
        parameters: {
            query?: {
                /** @description The maximum number of items on the page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, unchanged. Omit it to read the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The entries, newest first. */
                        entries: {
                            /** @description The ID of the entry. */
                            id: string;
                            /**
                             * Format: date-time
                             * @description When the change was made.
                             */
                            at: string;
                            /** @description What was done, such as `key.created` or `limits.changed`. */
                            action: string;
                            /** @description The object that was changed. */
                            subject: {
                                /** @description The type of the object, such as `key` or `glossary`. */
                                type: string;
                                /** @description The ID of the object. */
                                id: string;
                            };
                            /** @description Who made the change. */
                            actor: {
                                /** @description `key` for an API key, `user` for a user of the console, `command_line` for an operator, `unknown` for somebody who is not signed in. */
                                type: string;
                                /** @description The ID of the key or user. `null` for other types. */
                                id: string | null;
                                /** @description The name of the key, the user or the account of the operator. */
                                name: string | null;
                            };
                            /** @description The IP address of the client. `null` on the command line. */
                            address: string | null;
                            /** @description The `X-Request-Id` of the request. `null` on the command line. */
                            request_id: string | null;
                            /** @description What was changed. A changed value is an object with its old value, `from`, and its new value, `to`. */
                            details: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description Pass it as `cursor` to read the next page. `null` on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    readInstallation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nodes: {
                            id: string;
                            host: string;
                            process_id: number;
                            version: string;
                            /** Format: date-time */
                            started_at: string;
                            /** Format: date-time */
                            last_seen_at: string;
                            /** Format: date-time */
                            reported_at: string;
                            /** @description false after it stopped without signing off; it is then listed for a day */
                            is_live: boolean;
                            reaches_redis: boolean;
                            engines: {
                                id: string;
                                version: string;
                                healthy: boolean;
                                detail: string;
                                /** @description when it last became healthy or unhealthy */
                                since: string | null;
                                pairs: number;
                                models: {
                                    name: string;
                                    /** @description the size of the model's file */
                                    bytes: number;
                                    /** @description the number of threads that have it in memory */
                                    loaded_by: number;
                                }[];
                                memory: {
                                    bytes: number;
                                    budget_bytes: number;
                                } | null;
                            }[];
                            queues: {
                                engine: string;
                                pair: string;
                                waiting_characters: number;
                                /** @description receives no calls for now, because it failed */
                                is_left_alone: boolean;
                                calls: number;
                                p50_ms: number;
                                p95_ms: number;
                            }[];
                        }[];
                        slowest_pairs: {
                            engine: string;
                            pair: string;
                            calls: number;
                            p50_ms: number;
                            p95_ms: number;
                            node_id: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    readAvailability: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description null if this part does not answer */
                        processes: {
                            id: string;
                            /** @description null for document workers of earlier versions */
                            host: string | null;
                            process_id: number | null;
                            version: string | null;
                            started_at: string | null;
                            /** Format: date-time */
                            last_seen_at: string;
                            is_live: boolean;
                            roles: ("api" | "documents" | "engines")[];
                            engines: string[];
                            /** @description documents that it translates at once */
                            document_workers: number;
                            /** @description null if it needs no limits */
                            reaches_redis: boolean | null;
                            /** @description what waits in its memory; null if it serves no calls */
                            backlog: {
                                /** @description calls that wait to be charged */
                                charges: number;
                                /** @description null if calls are not logged */
                                request_log: {
                                    waiting_rows: number;
                                    /** @description since the process started */
                                    lost_calls: number;
                                } | null;
                            } | null;
                        }[] | null;
                        /** @description null if this part does not answer */
                        housekeeping: {
                            task: string;
                            /**
                             * @description the worst of all live nodes
                             * @enum {unknown}
                             */
                            state: "due" | "done" | "postponed" | "failed";
                            done_at: string | null;
                            /** @description the nodes in this state */
                            nodes: string[];
                        }[] | null;
                        /** @description null if this part does not answer */
                        postgres: {
                            version: string;
                            /** @description null on a Unix socket */
                            address: string | null;
                            port: number | null;
                            cluster_name: string | null;
                            /** Format: date-time */
                            started_at: string;
                            is_standby: boolean;
                            is_read_only: boolean;
                            /** @description commits wait for a standby */
                            is_synchronous: boolean;
                            /** @description the database role may read the state of standbys */
                            may_see_standbys: boolean;
                            standby_count: number;
                            standbys: {
                                name: string | null;
                                address: string | null;
                                state: string | null;
                                sync_state: string | null;
                                lag_bytes: number | null;
                                lag_ms: number | null;
                            }[];
                        } | null;
                        /** @description null if this part does not answer */
                        redis: {
                            is_cluster: boolean;
                            servers: {
                                address: string;
                                answers: boolean;
                                role: ("primary" | "replica") | null;
                                replicas: number | null;
                            }[];
                        } | null;
                        /** @description null if this part does not answer */
                        documents: {
                            waiting: number;
                            running: number;
                            oldest_waiting_since: string | null;
                            /** @description teams with documents in progress */
                            team_count: number;
                            /** @description at most ten, those with the most documents */
                            teams: {
                                id: string;
                                name: string;
                                waiting: number;
                                running: number;
                            }[];
                        } | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    readInstallationUsage: {
        parameters: {
            query: {
                from: string;
                to: string;
                group: "team" | "engine" | "pair";
                /** @description up to 50000 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        from: string;
                        /** Format: date-time */
                        to: string;
                        /** @description of all groups, not only of those in `rows` */
                        total: {
                            characters: number;
                            calls: number;
                            texts: number;
                            groups: number;
                        };
                        /** @description most characters first */
                        rows: {
                            /** @description the id of a team, an engine, or `EN → DE` */
                            group: string;
                            /** @description of a team */
                            name: string | null;
                            characters: number;
                            calls: number;
                            texts: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    searchUsers: {
        parameters: {
            query?: {
                /** @description part of the address, or the id */
                search?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        users: {
                            id: string;
                            email: string;
                            operator_role: ("full" | "support" | "billing" | "read-only") | null;
                            /** Format: date-time */
                            created_at: string;
                            /** @description null if it is more than 30 days ago */
                            last_signed_in_at: string | null;
                            open_sessions: number;
                            has_second_factor: boolean;
                            /** @description at most ten, by name */
                            teams: {
                                id: string;
                                name: string;
                                /** @enum {unknown} */
                                role: "translator" | "viewer" | "member" | "owner";
                            }[];
                            team_count: number;
                        }[];
                        /** @description Pass it as `cursor` to read the next page. `null` on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    endSessionsOfUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ended: number;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    resetPasswordOfUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token: string;
                        /** Format: date-time */
                        expires_at: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    resetSecondFactorOfUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token: string;
                        /** Format: date-time */
                        expires_at: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    setOperatorRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    role: ("full" | "support" | "billing" | "read-only") | null;
                    /** @description the role that the operator saw; 409 if the user has another one by now */
                    previous_role: ("full" | "support" | "billing" | "read-only") | null;
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        email: string;
                        operator_role: ("full" | "support" | "billing" | "read-only") | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listAllAuditEntries: {
        parameters: {
            query?: {
                /** @description The maximum number of items on the page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, unchanged. Omit it to read the first page. */
                cursor?: string;
                /** @description an id; for an invitation, the e-mail address; for a model, its name */
                subject?: string;
                /** @description Returns only entries at or after this time. An RFC 3339 time, or a date, which means 00:00 UTC of that day. */
                from?: string;
                /** @description Returns only entries before this time. An RFC 3339 time, or a date, which means 00:00 UTC of that day. */
                to?: string;
                /** @description what was changed: the first word of the action, such as `key` */
                kind?: string;
                /** @description the id of a user or key, or part of its name */
                actor?: string;
                /** @description the id of a team, or part of its name */
                team?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            /** @description The ID of the entry. */
                            id: string;
                            /**
                             * Format: date-time
                             * @description When the change was made.
                             */
                            at: string;
                            /** @description What was done, such as `key.created` or `limits.changed`. */
                            action: string;
                            /** @description The object that was changed. */
                            subject: {
                                /** @description The type of the object, such as `key` or `glossary`. */
                                type: string;
                                /** @description The ID of the object. */
                                id: string;
                            };
                            /** @description Who made the change. */
                            actor: {
                                /** @description `key` for an API key, `user` for a user of the console, `command_line` for an operator, `unknown` for somebody who is not signed in. */
                                type: string;
                                /** @description The ID of the key or user. `null` for other types. */
                                id: string | null;
                                /** @description The name of the key, the user or the account of the operator. */
                                name: string | null;
                            };
                            /** @description The IP address of the client. `null` on the command line. */
                            address: string | null;
                            /** @description The `X-Request-Id` of the request. `null` on the command line. */
                            request_id: string | null;
                            /** @description What was changed. A changed value is an object with its old value, `from`, and its new value, `to`. */
                            details: {
                                [key: string]: unknown;
                            };
                            /** @description null for what belongs to no team */
                            team: {
                                id: string;
                                name: string;
                            } | null;
                        }[];
                        /** @description Pass it as `cursor` to read the next page. `null` on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    summarizeAudit: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        from: string;
                        /** @description the most frequent first */
                        kinds: {
                            kind: string;
                            count: number;
                            /** Format: date-time */
                            last_at: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    readModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description the live nodes with an engine that holds models */
                        nodes: {
                            id: string;
                            host: string;
                            process_id: number;
                            engine: string;
                            /** @description nodes with the same value share a folder of models */
                            folder: string;
                            models: {
                                name: string;
                                architecture: string | null;
                                bytes: number;
                                memory_bytes: number | null;
                                licence: string | null;
                                comet: number | null;
                                is_pinned: boolean;
                            }[];
                        }[];
                        /** @description open ones first, then the latest */
                        requests: {
                            id: string;
                            pair: string;
                            /** @enum {unknown} */
                            action: "pull" | "remove";
                            architecture: string | null;
                            /** @enum {unknown} */
                            state: "open" | "done" | "failed" | "cancelled";
                            requested_by: string;
                            /** Format: date-time */
                            requested_at: string;
                            ended_at: string | null;
                            nodes: {
                                node_id: string;
                                host: string;
                                /** @enum {unknown} */
                                state: "waiting" | "working" | "done" | "failed";
                                attempts: number;
                                file: string | null;
                                bytes: number | null;
                                total_bytes: number | null;
                                failure: {
                                    /** @enum {unknown} */
                                    reason: "registry" | "interrupted" | "damaged" | "no_hash" | "too_large" | "not_offered" | "not_installed" | "no_space" | "not_writable" | "busy" | "memory" | "pinned" | "other";
                                    detail: string;
                                } | null;
                            }[];
                        }[];
                        /** @description the audit log of models, newest first */
                        changes: {
                            id: string;
                            /** Format: date-time */
                            at: string;
                            action: string;
                            pair: string;
                            actor: string;
                            architecture: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    readModelOffers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        registry: string | null;
                        failure: {
                            /** @enum {unknown} */
                            reason: "registry" | "interrupted" | "damaged" | "no_hash" | "too_large" | "not_offered" | "not_installed" | "no_space" | "not_writable" | "busy" | "memory" | "pinned" | "other";
                            detail: string;
                        } | null;
                        models: {
                            name: string;
                            architecture: string;
                            /** @enum {unknown} */
                            release: "release" | "desktop" | "android" | "unreleased";
                            bytes: number | null;
                            memory_bytes: number;
                            words_per_second: number | null;
                            comet: number | null;
                            licence: string | null;
                            /** @description the best that fits the memory of this node */
                            is_default: boolean;
                            /** @description whether this node has the memory for it */
                            fits: boolean;
                        }[];
                        /** @description how this node serves the pairs of these models now; pairs that it does not serve are missing */
                        served: {
                            name: string;
                            engines: string[];
                            /** @description whether a part of the way uses rules and dictionaries */
                            is_rule_based: boolean;
                        }[];
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    requestModelChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description `en-de` */
                    pair: string;
                    /** @enum {unknown} */
                    action: "pull" | "remove";
                    /** @description by default the best that fits the memory of each node */
                    architecture?: string;
                };
            };
        };
        responses: {
            /** @description The response. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        pair: string;
                        /** @enum {unknown} */
                        action: "pull" | "remove";
                        architecture: string | null;
                        /** @enum {unknown} */
                        state: "open" | "done" | "failed" | "cancelled";
                        requested_by: string;
                        /** Format: date-time */
                        requested_at: string;
                        ended_at: string | null;
                        is_merged: boolean;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    cancelModelChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        pair: string;
                        /** @enum {unknown} */
                        action: "pull" | "remove";
                        architecture: string | null;
                        /** @enum {unknown} */
                        state: "open" | "done" | "failed" | "cancelled";
                        requested_by: string;
                        /** Format: date-time */
                        requested_at: string;
                        ended_at: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listInstallationDestinations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        destinations: {
                            id: string;
                            /** @enum {unknown} */
                            kind: "webhook" | "mail";
                            name: string;
                            /** @description the URL of a webhook, or the e-mail address */
                            address: string;
                            event_types: string[];
                            is_enabled: boolean;
                            /** @description `failing`: it failed for five days and was turned off; `person`: somebody turned it off */
                            disabled_reason: ("failing" | "person") | null;
                            /** @description until when webhooks are also signed with the secret before the last rotation */
                            older_until: string | null;
                            /** @description null if the last attempt succeeded */
                            failing_since: string | null;
                            last_delivered_at: string | null;
                            /**
                             * Format: date-time
                             * @description When it was created.
                             */
                            created_at: string;
                        }[];
                        /** @description the events to choose from */
                        types: {
                            type: string;
                            summary: string;
                        }[];
                        /** @description false if no mail server is configured */
                        sends_mail: boolean;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    createInstallationDestination: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    kind: "webhook" | "mail";
                    /** @description The name. 1 to 200 characters, one of them visible, without control characters; surrounding whitespace is removed. */
                    name: string;
                    /** @description the URL of a webhook, or the e-mail address */
                    address: string;
                    /** @description the events that are sent there */
                    event_types: string[];
                };
            };
        };
        responses: {
            /** @description The response. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {unknown} */
                        kind: "webhook" | "mail";
                        name: string;
                        /** @description the URL of a webhook, or the e-mail address */
                        address: string;
                        event_types: string[];
                        is_enabled: boolean;
                        /** @description `failing`: it failed for five days and was turned off; `person`: somebody turned it off */
                        disabled_reason: ("failing" | "person") | null;
                        /** @description until when webhooks are also signed with the secret before the last rotation */
                        older_until: string | null;
                        /** @description null if the last attempt succeeded */
                        failing_since: string | null;
                        last_delivered_at: string | null;
                        /**
                         * Format: date-time
                         * @description When it was created.
                         */
                        created_at: string;
                        /** @description with which webhooks are signed, shown only this once; null for mail */
                        secret: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteInstallationDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    changeInstallationDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name. 1 to 200 characters, one of them visible, without control characters; surrounding whitespace is removed. */
                    name?: string;
                    /** @description the URL of a webhook, or the e-mail address */
                    address?: string;
                    /** @description the events that are sent there */
                    event_types?: string[];
                    is_enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {unknown} */
                        kind: "webhook" | "mail";
                        name: string;
                        /** @description the URL of a webhook, or the e-mail address */
                        address: string;
                        event_types: string[];
                        is_enabled: boolean;
                        /** @description `failing`: it failed for five days and was turned off; `person`: somebody turned it off */
                        disabled_reason: ("failing" | "person") | null;
                        /** @description until when webhooks are also signed with the secret before the last rotation */
                        older_until: string | null;
                        /** @description null if the last attempt succeeded */
                        failing_since: string | null;
                        last_delivered_at: string | null;
                        /**
                         * Format: date-time
                         * @description When it was created.
                         */
                        created_at: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    rotateInstallationDestinationSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {unknown} */
                        kind: "webhook" | "mail";
                        name: string;
                        /** @description the URL of a webhook, or the e-mail address */
                        address: string;
                        event_types: string[];
                        is_enabled: boolean;
                        /** @description `failing`: it failed for five days and was turned off; `person`: somebody turned it off */
                        disabled_reason: ("failing" | "person") | null;
                        /** @description until when webhooks are also signed with the secret before the last rotation */
                        older_until: string | null;
                        /** @description null if the last attempt succeeded */
                        failing_since: string | null;
                        last_delivered_at: string | null;
                        /**
                         * Format: date-time
                         * @description When it was created.
                         */
                        created_at: string;
                        /** @description with which webhooks are signed, shown only this once; null for mail */
                        secret: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    testInstallationDestination: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description the delivery of the test event */
                        id: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listInstallationDeliveries: {
        parameters: {
            query?: {
                /** @description The maximum number of items on the page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, unchanged. Omit it to read the first page. */
                cursor?: string;
                state?: "waiting" | "delivered" | "failed";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: {
                            id: string;
                            /** @enum {unknown} */
                            state: "waiting" | "delivered" | "failed";
                            /** @description also in the header webhook-id */
                            event_id: string;
                            type: string;
                            /**
                             * Format: date-time
                             * @description when it happened
                             */
                            at: string;
                            /** @description since it was recorded or replayed */
                            attempts: number;
                            /** @description null unless it waits */
                            next_attempt_at: string | null;
                            ended_at: string | null;
                            /** @description the last 20 attempts, oldest first */
                            log: {
                                /** Format: date-time */
                                at: string;
                                ms: number;
                                /** @description null if there was no answer */
                                status: number | null;
                                /** @description null if the attempt succeeded */
                                reason: string | null;
                            }[];
                        }[];
                        /** @description Pass it as `cursor` to read the next page. `null` on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    replayInstallationDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                delivery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            409: components["responses"]["conflict"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /** @description The maximum number of items on the page. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, unchanged. Omit it to read the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The documents, newest first. */
                        documents: {
                            /** @description The ID of the document. */
                            id: string;
                            /** @description The file name of the document. */
                            name: string;
                            /**
                             * @description `queued`: waits for a worker. `translating`: in progress. `done`: translated and charged. `error`: failed and not charged; see `error`.
                             * @enum {unknown}
                             */
                            state: "queued" | "translating" | "done" | "error";
                            /** @description The file format, such as `docx` or `html`. */
                            format: string;
                            /** @description The size of the uploaded file in bytes. */
                            bytes: number;
                            /** @description The number of characters to translate, without markup. They are reserved at the upload and charged when the document is done. */
                            characters: number;
                            /** @description How many of the `characters` are translated so far. */
                            translated_characters: number;
                            /** @description The source language, such as `EN`. */
                            source_lang: string;
                            /** @description Whether the source language was detected, not requested. */
                            source_detected: boolean;
                            /** @description The target language, such as `ES` or `PT-BR`. */
                            target_lang: string;
                            /** @description The mode of the key that uploaded the document: `live` or `test`. */
                            mode: string;
                            /** @description The ID of the key that uploaded the document. */
                            key_id: string;
                            /** @description The estimated time until the document is done, in seconds. `null` if it is unknown because no worker is running. */
                            seconds_remaining: number | null;
                            /** @description Whether the translated document can be downloaded. */
                            ready: boolean;
                            /** @description Why the document could not be translated. `null` unless `state` is `error`. */
                            error: {
                                /** @description The error code. */
                                code: string;
                                /** @description What went wrong and what to do, for people. */
                                detail: string;
                            } | null;
                            /** @description What may need attention in the translated document. Omitted if there is nothing. */
                            warnings?: {
                                /** @description One of `unknown_member`, `source_equals_target`, `formality_not_supported`, `instructions_not_supported`, `partly_translated`, `partly_rephrased`, `alternatives_not_supported`, `fewer_alternatives`, `option_not_supported`, `glossary_not_applied`, `looks_untranslated` and `looks_incomplete`. */
                                code: string;
                                /** @description An explanation for people, which may name the texts. */
                                detail: string;
                            }[];
                            /**
                             * Format: date-time
                             * @description When the document was uploaded.
                             */
                            created_at: string;
                            /** @description When the document was done or failed. `null` until then. */
                            finished_at: string | null;
                            /**
                             * Format: date-time
                             * @description When the document and its files are deleted: 24 hours after the upload.
                             */
                            expires_at: string;
                        }[];
                        /** @description Pass it as `cursor` to read the next page. `null` on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    uploadDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The document, up to 30 MiB. The extension of its file name determines the format.
                     */
                    file: string;
                    /** @description The language to translate to, such as `ES` or `PT-BR`. Case-insensitive. A region that no engine knows falls back to its language. */
                    target_lang: string;
                    /** @description The language of the document. If it is omitted, the language is detected once for the whole document. */
                    source_lang?: string;
                    /**
                     * @description Whether the translation uses formal (`more`) or informal (`less`) language. If the engine cannot choose the formality, the option is ignored, and the document has the warning `formality_not_supported`; `/v2` refuses `more` and `less` with 400 then.
                     * @enum {unknown}
                     */
                    formality?: "default" | "more" | "less" | "prefer_more" | "prefer_less";
                    /**
                     * Format: uuid
                     * @description The ID of a glossary of the team to apply. It must have a dictionary for the languages of the document. `/v2` requires `source_lang` with it.
                     */
                    glossary_id?: string;
                    /** @description The IDs of up to five glossaries to apply, instead of `glossary_id`: separated by commas, or one form field for each. Each must have a dictionary for the languages of the document. The first one that has a term determines its translation. `/v2` requires `source_lang` with it. */
                    glossary_ids?: string[];
                    /**
                     * Format: uuid
                     * @description The ID of a style rule list of the team to apply. Its language must be the target language. If the engine does not follow instructions, they are ignored, and the document has the warning `instructions_not_supported`; `/v2` refuses them with 400 then.
                     */
                    style_id?: string;
                    /** @description Instructions for the wording, one form field for each: at most 10, of at most 300 characters each. They are not charged. If the engine does not follow instructions, they are ignored, and the document has the warning `instructions_not_supported`; `/v2` refuses them with 400 then. */
                    custom_instructions?: string[];
                    /** @description Not supported: an upload with this member gets 404. */
                    translation_memory_id?: string;
                    /** @description The file name of the document. It replaces the file name of the form field `file`. */
                    filename?: string;
                    /** @description The file extension of the result. It must be the format of the uploaded file. */
                    output_format?: string;
                };
            };
        };
        responses: {
            /** @description The response. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The ID of the document. */
                        id: string;
                        /** @description The file name of the document. */
                        name: string;
                        /**
                         * @description `queued`: waits for a worker. `translating`: in progress. `done`: translated and charged. `error`: failed and not charged; see `error`.
                         * @enum {unknown}
                         */
                        state: "queued" | "translating" | "done" | "error";
                        /** @description The file format, such as `docx` or `html`. */
                        format: string;
                        /** @description The size of the uploaded file in bytes. */
                        bytes: number;
                        /** @description The number of characters to translate, without markup. They are reserved at the upload and charged when the document is done. */
                        characters: number;
                        /** @description How many of the `characters` are translated so far. */
                        translated_characters: number;
                        /** @description The source language, such as `EN`. */
                        source_lang: string;
                        /** @description Whether the source language was detected, not requested. */
                        source_detected: boolean;
                        /** @description The target language, such as `ES` or `PT-BR`. */
                        target_lang: string;
                        /** @description The mode of the key that uploaded the document: `live` or `test`. */
                        mode: string;
                        /** @description The ID of the key that uploaded the document. */
                        key_id: string;
                        /** @description The estimated time until the document is done, in seconds. `null` if it is unknown because no worker is running. */
                        seconds_remaining: number | null;
                        /** @description Whether the translated document can be downloaded. */
                        ready: boolean;
                        /** @description Why the document could not be translated. `null` unless `state` is `error`. */
                        error: {
                            /** @description The error code. */
                            code: string;
                            /** @description What went wrong and what to do, for people. */
                            detail: string;
                        } | null;
                        /** @description What may need attention in the translated document. Omitted if there is nothing. */
                        warnings?: {
                            /** @description One of `unknown_member`, `source_equals_target`, `formality_not_supported`, `instructions_not_supported`, `partly_translated`, `partly_rephrased`, `alternatives_not_supported`, `fewer_alternatives`, `option_not_supported`, `glossary_not_applied`, `looks_untranslated` and `looks_incomplete`. */
                            code: string;
                            /** @description An explanation for people, which may name the texts. */
                            detail: string;
                        }[];
                        /**
                         * Format: date-time
                         * @description When the document was uploaded.
                         */
                        created_at: string;
                        /** @description When the document was done or failed. `null` until then. */
                        finished_at: string | null;
                        /**
                         * Format: date-time
                         * @description When the document and its files are deleted: 24 hours after the upload.
                         */
                        expires_at: string;
                    };
                };
            };
            400: components["responses"]["invalid_request-unsupported_language"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            456: components["responses"]["quota_exceeded"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    readDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
                /** @description The ID of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The ID of the document. */
                        id: string;
                        /** @description The file name of the document. */
                        name: string;
                        /**
                         * @description `queued`: waits for a worker. `translating`: in progress. `done`: translated and charged. `error`: failed and not charged; see `error`.
                         * @enum {unknown}
                         */
                        state: "queued" | "translating" | "done" | "error";
                        /** @description The file format, such as `docx` or `html`. */
                        format: string;
                        /** @description The size of the uploaded file in bytes. */
                        bytes: number;
                        /** @description The number of characters to translate, without markup. They are reserved at the upload and charged when the document is done. */
                        characters: number;
                        /** @description How many of the `characters` are translated so far. */
                        translated_characters: number;
                        /** @description The source language, such as `EN`. */
                        source_lang: string;
                        /** @description Whether the source language was detected, not requested. */
                        source_detected: boolean;
                        /** @description The target language, such as `ES` or `PT-BR`. */
                        target_lang: string;
                        /** @description The mode of the key that uploaded the document: `live` or `test`. */
                        mode: string;
                        /** @description The ID of the key that uploaded the document. */
                        key_id: string;
                        /** @description The estimated time until the document is done, in seconds. `null` if it is unknown because no worker is running. */
                        seconds_remaining: number | null;
                        /** @description Whether the translated document can be downloaded. */
                        ready: boolean;
                        /** @description Why the document could not be translated. `null` unless `state` is `error`. */
                        error: {
                            /** @description The error code. */
                            code: string;
                            /** @description What went wrong and what to do, for people. */
                            detail: string;
                        } | null;
                        /** @description What may need attention in the translated document. Omitted if there is nothing. */
                        warnings?: {
                            /** @description One of `unknown_member`, `source_equals_target`, `formality_not_supported`, `instructions_not_supported`, `partly_translated`, `partly_rephrased`, `alternatives_not_supported`, `fewer_alternatives`, `option_not_supported`, `glossary_not_applied`, `looks_untranslated` and `looks_incomplete`. */
                            code: string;
                            /** @description An explanation for people, which may name the texts. */
                            detail: string;
                        }[];
                        /**
                         * Format: date-time
                         * @description When the document was uploaded.
                         */
                        created_at: string;
                        /** @description When the document was done or failed. `null` until then. */
                        finished_at: string | null;
                        /**
                         * Format: date-time
                         * @description When the document and its files are deleted: 24 hours after the upload.
                         */
                        expires_at: string;
                    };
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    deleteDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
                /** @description The ID of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            413: components["responses"]["payload_too_large"];
            415: components["responses"]["unsupported_media_type"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
    downloadDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                team: string;
                /** @description The ID of the document. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            400: components["responses"]["invalid_request"];
            401: components["responses"]["unauthorized-key_revoked"];
            403: components["responses"]["forbidden"];
            404: components["responses"]["not_found"];
            408: components["responses"]["request_timeout"];
            429: components["responses"]["rate_limited"];
            431: components["responses"]["headers_too_large"];
            500: components["responses"]["internal_error"];
            503: components["responses"]["service_unavailable"];
        };
    };
}
